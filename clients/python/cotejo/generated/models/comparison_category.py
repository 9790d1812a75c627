# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
from enum import StrEnum


class ComparisonCategory(StrEnum):
    AIR_CONDITIONER = "air-conditioner"
    CAMERA = "camera"
    COFFEE_MACHINE = "coffee-machine"
    CONSOLE = "console"
    DESKTOP = "desktop"
    DISHWASHER = "dishwasher"
    DRYER = "dryer"
    E_READER = "e-reader"
    HEADPHONES = "headphones"
    LAPTOP = "laptop"
    MICROWAVE = "microwave"
    MONITOR = "monitor"
    OVEN = "oven"
    PHONE = "phone"
    PRINTER = "printer"
    PROJECTOR = "projector"
    REFRIGERATOR = "refrigerator"
    ROUTER = "router"
    SMARTWATCH = "smartwatch"
    SPEAKER = "speaker"
    TABLET = "tablet"
    TV = "tv"
    VACUUM = "vacuum"
    WASHING_MACHINE = "washing-machine"

    def __str__(self) -> str:
        return str(self.value)
