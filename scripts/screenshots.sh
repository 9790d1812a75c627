#!/bin/sh
# Pictures of the explorer's pages for docs/images: light, dark and narrow. Needs chromium, and the sample being served
# (`make run`). Those of the console, which has a login, are made by its test in the browser:
#
#   PICTURES=docs/images cargo test --locked -p tests --test browser -- console      (an absolute path)
#
#   scripts/screenshots.sh [BASE]    BASE: where the sample is; default http://127.0.0.1:8080
set -eu
cd "$(dirname "$0")/.."
base=${1:-http://127.0.0.1:8080}
folder=docs/images
profile=$(mktemp -d)
trap 'rm -rf "$profile"' EXIT
mkdir -p "$folder"

# NAME PATH WIDTH,HEIGHT OPTION...
picture() {
    name=$1 path=$2 size=$3
    shift 3
    chromium --headless=new --no-sandbox --disable-gpu --hide-scrollbars --force-device-scale-factor=0.5 \
        --user-data-dir="$profile" --window-size="$size" --screenshot="$folder/$name.png" "$@" "$base$path" >/dev/null 2>&1
    echo "$folder/$name.png"
}

phones=ombrix_x2_mini_256_gb,kelvane_iris_5_256_gb,ombrix_x2_pro_256_gb
for page in "search /?q=ombrix 1000" "product /product/ombrix_x2_pro_256_gb 1900" \
    "compare /compare?ids=$phones&goal=travel 1150"; do
    # shellcheck disable=SC2086 # name, path, height
    set -- $page
    picture "$1-light" "$2" "1280,$3" --accept-lang=en
    picture "$1-dark" "$2" "1280,$3" --accept-lang=de --force-dark-mode --blink-settings=preferredColorScheme=0
    picture "$1-narrow" "$2" "500,$3" --accept-lang=en
done
