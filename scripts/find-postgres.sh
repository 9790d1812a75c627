#!/bin/sh
# Prints the folder with PostgreSQL's server programs: that of PATH, else the newest of Debian's. Fails when
# there is none.
set -eu

if command -v initdb >/dev/null 2>&1 && command -v pg_ctl >/dev/null 2>&1; then
    dirname "$(readlink -f "$(command -v initdb)")"
    exit 0
fi
newest=$(for folder in /usr/lib/postgresql/*/bin; do
    if [ -x "$folder/initdb" ] && [ -x "$folder/pg_ctl" ]; then
        echo "$folder"
    fi
done | sort -t/ -k5,5 -n | tail -n 1)
[ -n "$newest" ]
echo "$newest"
