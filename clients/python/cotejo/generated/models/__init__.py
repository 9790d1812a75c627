# Written by openapi-python-client from clients/openapi.json: not edited, `make clients` writes it anew.
"""Contains all the data models used in inputs/outputs"""

from .acknowledge_incident_xapi_version import AcknowledgeIncidentXAPIVersion
from .activate_secret_rotation_xapi_version import ActivateSecretRotationXAPIVersion
from .attempt_durations import AttemptDurations
from .audit_action import AuditAction
from .audit_outcome import AuditOutcome
from .audit_target_type import AuditTargetType
from .availability import Availability
from .availability_count import AvailabilityCount
from .cancel_secret_rotation_xapi_version import CancelSecretRotationXAPIVersion
from .compare_products_xapi_version import CompareProductsXAPIVersion
from .comparison_category import ComparisonCategory
from .comparison_goal import ComparisonGoal
from .comparison_preference import ComparisonPreference
from .comparison_product import ComparisonProduct
from .comparison_response import ComparisonResponse
from .comparison_result import ComparisonResult
from .create_price_watch_xapi_version import CreatePriceWatchXAPIVersion
from .create_webhook_xapi_version import CreateWebhookXAPIVersion
from .decision import Decision
from .delete_price_watch_xapi_version import DeletePriceWatchXAPIVersion
from .delete_webhook_xapi_version import DeleteWebhookXAPIVersion
from .deliveries_by_status import DeliveriesByStatus
from .delivery_answer import DeliveryAnswer
from .delivery_attempt import DeliveryAttempt
from .delivery_error_code import DeliveryErrorCode
from .delivery_status import DeliveryStatus
from .error import Error
from .error_code import ErrorCode
from .event_kind import EventKind
from .field_problem import FieldProblem
from .figure_name import FigureName
from .fit import Fit
from .fit_part import FitPart
from .get_info_xapi_version import GetInfoXAPIVersion
from .get_open_api_xapi_version import GetOpenApiXAPIVersion
from .get_price_history_xapi_version import GetPriceHistoryXAPIVersion
from .get_product_xapi_version import GetProductXAPIVersion
from .get_products_xapi_version import GetProductsXAPIVersion
from .get_webhook_audit_xapi_version import GetWebhookAuditXAPIVersion
from .get_webhook_delivery_xapi_version import GetWebhookDeliveryXAPIVersion
from .get_webhook_metrics_xapi_version import GetWebhookMetricsXAPIVersion
from .get_webhook_xapi_version import GetWebhookXAPIVersion
from .historical_signal import HistoricalSignal
from .history_range import HistoryRange
from .incident import Incident
from .incident_acknowledgement import IncidentAcknowledgement
from .incident_state import IncidentState
from .info import Info
from .list_price_watches_xapi_version import ListPriceWatchesXAPIVersion
from .list_stores_xapi_version import ListStoresXAPIVersion
from .list_webhook_deliveries_xapi_version import ListWebhookDeliveriesXAPIVersion
from .list_webhooks_xapi_version import ListWebhooksXAPIVersion
from .low_days import LowDays
from .match_status import MatchStatus
from .missing_figure import MissingFigure
from .mode import Mode
from .offer import Offer
from .pending_rotation import PendingRotation
from .prepare_secret_rotation_xapi_version import PrepareSecretRotationXAPIVersion
from .prepared_rotation import PreparedRotation
from .price_basis import PriceBasis
from .price_day import PriceDay
from .price_intelligence import PriceIntelligence
from .price_point import PricePoint
from .price_range import PriceRange
from .price_statistics import PriceStatistics
from .price_summary import PriceSummary
from .price_trend import PriceTrend
from .price_verdict import PriceVerdict
from .price_watch import PriceWatch
from .price_watch_input import PriceWatchInput
from .price_watch_patch import PriceWatchPatch
from .product import Product
from .product_comparison import ProductComparison
from .product_spec import ProductSpec
from .product_summary import ProductSummary
from .products_response import ProductsResponse
from .property_code import PropertyCode
from .queued_delivery import QueuedDelivery
from .queued_replays import QueuedReplays
from .registered_webhook import RegisteredWebhook
from .replay_failed_deliveries_xapi_version import ReplayFailedDeliveriesXAPIVersion
from .replay_range import ReplayRange
from .requested_product import RequestedProduct
from .retry_webhook_delivery_xapi_version import RetryWebhookDeliveryXAPIVersion
from .rotation_activation import RotationActivation
from .rotation_cancellation import RotationCancellation
from .rotation_state import RotationState
from .search_facets import SearchFacets
from .search_products_xapi_version import SearchProductsXAPIVersion
from .search_response import SearchResponse
from .search_sort import SearchSort
from .secret_rotation import SecretRotation
from .store import Store
from .store_history_summary import StoreHistorySummary
from .store_price import StorePrice
from .store_price_history import StorePriceHistory
from .stores_response import StoresResponse
from .test_confirmation import TestConfirmation
from .test_webhook_xapi_version import TestWebhookXAPIVersion
from .trend_direction import TrendDirection
from .update_price_watch_xapi_version import UpdatePriceWatchXAPIVersion
from .update_webhook_xapi_version import UpdateWebhookXAPIVersion
from .value_count import ValueCount
from .verdict_confidence import VerdictConfidence
from .verdict_label import VerdictLabel
from .verdict_parts import VerdictParts
from .watch_channel import WatchChannel
from .watch_condition import WatchCondition
from .watch_status import WatchStatus
from .watchlist_response import WatchlistResponse
from .watchlist_triggered import WatchlistTriggered
from .watchlist_triggered_event import WatchlistTriggeredEvent
from .watchlist_triggered_event_mode import WatchlistTriggeredEventMode
from .watchlist_triggered_event_type import WatchlistTriggeredEventType
from .webhook import Webhook
from .webhook_audit import WebhookAudit
from .webhook_audit_entry import WebhookAuditEntry
from .webhook_delivery import WebhookDelivery
from .webhook_delivery_detail import WebhookDeliveryDetail
from .webhook_delivery_list import WebhookDeliveryList
from .webhook_input import WebhookInput
from .webhook_list import WebhookList
from .webhook_metrics import WebhookMetrics
from .webhook_metrics_by_error_code import WebhookMetricsByErrorCode
from .webhook_patch import WebhookPatch
from .webhook_test import WebhookTest
from .webhook_test_event import WebhookTestEvent
from .webhook_test_event_mode import WebhookTestEventMode
from .webhook_test_event_type import WebhookTestEventType

__all__ = (
    "AcknowledgeIncidentXAPIVersion",
    "ActivateSecretRotationXAPIVersion",
    "AttemptDurations",
    "AuditAction",
    "AuditOutcome",
    "AuditTargetType",
    "Availability",
    "AvailabilityCount",
    "CancelSecretRotationXAPIVersion",
    "CompareProductsXAPIVersion",
    "ComparisonCategory",
    "ComparisonGoal",
    "ComparisonPreference",
    "ComparisonProduct",
    "ComparisonResponse",
    "ComparisonResult",
    "CreatePriceWatchXAPIVersion",
    "CreateWebhookXAPIVersion",
    "Decision",
    "DeletePriceWatchXAPIVersion",
    "DeleteWebhookXAPIVersion",
    "DeliveriesByStatus",
    "DeliveryAnswer",
    "DeliveryAttempt",
    "DeliveryErrorCode",
    "DeliveryStatus",
    "Error",
    "ErrorCode",
    "EventKind",
    "FieldProblem",
    "FigureName",
    "Fit",
    "FitPart",
    "GetInfoXAPIVersion",
    "GetOpenApiXAPIVersion",
    "GetPriceHistoryXAPIVersion",
    "GetProductXAPIVersion",
    "GetProductsXAPIVersion",
    "GetWebhookAuditXAPIVersion",
    "GetWebhookDeliveryXAPIVersion",
    "GetWebhookMetricsXAPIVersion",
    "GetWebhookXAPIVersion",
    "HistoricalSignal",
    "HistoryRange",
    "Incident",
    "IncidentAcknowledgement",
    "IncidentState",
    "Info",
    "ListPriceWatchesXAPIVersion",
    "ListStoresXAPIVersion",
    "ListWebhookDeliveriesXAPIVersion",
    "ListWebhooksXAPIVersion",
    "LowDays",
    "MatchStatus",
    "MissingFigure",
    "Mode",
    "Offer",
    "PendingRotation",
    "PrepareSecretRotationXAPIVersion",
    "PreparedRotation",
    "PriceBasis",
    "PriceDay",
    "PriceIntelligence",
    "PricePoint",
    "PriceRange",
    "PriceStatistics",
    "PriceSummary",
    "PriceTrend",
    "PriceVerdict",
    "PriceWatch",
    "PriceWatchInput",
    "PriceWatchPatch",
    "Product",
    "ProductComparison",
    "ProductSpec",
    "ProductSummary",
    "ProductsResponse",
    "PropertyCode",
    "QueuedDelivery",
    "QueuedReplays",
    "RegisteredWebhook",
    "ReplayFailedDeliveriesXAPIVersion",
    "ReplayRange",
    "RequestedProduct",
    "RetryWebhookDeliveryXAPIVersion",
    "RotationActivation",
    "RotationCancellation",
    "RotationState",
    "SearchFacets",
    "SearchProductsXAPIVersion",
    "SearchResponse",
    "SearchSort",
    "SecretRotation",
    "Store",
    "StoreHistorySummary",
    "StorePrice",
    "StorePriceHistory",
    "StoresResponse",
    "TestConfirmation",
    "TestWebhookXAPIVersion",
    "TrendDirection",
    "UpdatePriceWatchXAPIVersion",
    "UpdateWebhookXAPIVersion",
    "ValueCount",
    "VerdictConfidence",
    "VerdictLabel",
    "VerdictParts",
    "WatchChannel",
    "WatchCondition",
    "WatchStatus",
    "WatchlistResponse",
    "WatchlistTriggered",
    "WatchlistTriggeredEvent",
    "WatchlistTriggeredEventMode",
    "WatchlistTriggeredEventType",
    "Webhook",
    "WebhookAudit",
    "WebhookAuditEntry",
    "WebhookDelivery",
    "WebhookDeliveryDetail",
    "WebhookDeliveryList",
    "WebhookInput",
    "WebhookList",
    "WebhookMetrics",
    "WebhookMetricsByErrorCode",
    "WebhookPatch",
    "WebhookTest",
    "WebhookTestEvent",
    "WebhookTestEventMode",
    "WebhookTestEventType",
)
