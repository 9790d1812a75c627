#!/bin/sh
# Runs COMMAND with a temporary directory of its own, which is removed whatever becomes of the command.
#
#   scripts/with-temporary-folder.sh COMMAND [ARGUMENT...]
#
# What a command that ended well left there is named and makes the exit status 1; otherwise it is the
# command's. Of one that failed, what it kept on purpose stays: folders named kept.*.
set -eu

if [ "$#" -eq 0 ]; then
    echo "usage: $0 COMMAND [ARGUMENT...]" >&2
    exit 2
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/tests.XXXXXX")
# servers that run as another user have their folders in it
chmod 711 "$folder"
command_pid=
cleanup() {
    trap - EXIT HUP INT TERM
    if [ -n "$command_pid" ]; then
        kill "$command_pid" 2>/dev/null || :
        wait "$command_pid" 2>/dev/null || :
    fi
    find "$folder" -mindepth 1 -maxdepth 1 ! -name 'kept.*' -exec rm -rf {} +
    rmdir "$folder" 2>/dev/null || echo "kept: $(ls -d "$folder"/*)" >&2
}
trap cleanup EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# In the background with wait, so that a signal is answered at once; stdin is passed on.
TMPDIR=$folder "$@" <&0 &
command_pid=$!
status=0
wait "$command_pid" || status=$?
command_pid=
if [ "$status" -eq 0 ] && [ -n "$(ls -A "$folder")" ]; then
    echo "left in the temporary directory:" >&2
    find "$folder" -mindepth 1 -maxdepth 1 -exec du -sh {} + >&2
    status=1
fi
exit "$status"
