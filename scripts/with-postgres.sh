#!/bin/sh
# Runs COMMAND with TEST_DATABASE_URL naming a PostgreSQL server that tests may fill with databases.
#
#   scripts/with-postgres.sh COMMAND [ARGUMENT...]
#
# With THROUGH=pgbouncer the URL leads through pgbouncer, which gives each transaction another session, with
# sequences that keep a thousand numbers for each session; TEST_DATABASE_DIRECT_URL leads past it.
#
# An existing TEST_DATABASE_URL is used as it is. Otherwise a throwaway server is started in a
# temporary folder on a free port of 127.0.0.1, and is stopped and removed at the end. The exit
# status is the command's.
set -eu

if [ "$#" -eq 0 ]; then
    echo "usage: $0 COMMAND [ARGUMENT...]" >&2
    exit 2
fi

if [ -n "${TEST_DATABASE_URL:-}" ]; then
    exec "$@"
fi

here=$(dirname "$0")
if ! bin=$("$here/find-postgres.sh"); then
    "$here/test-requirements.sh" postgresql || {
        echo "or set TEST_DATABASE_URL to the URL of a server whose user may create databases" >&2
        exit 1
    }
    bin=$("$here/find-postgres.sh")
fi

# postgres refuses to run as root: as root it runs as the user postgres.
uid=$(id -u)
if [ "$uid" -eq 0 ]; then
    if ! command -v runuser >/dev/null 2>&1; then
        echo "runuser (package util-linux) is needed to start PostgreSQL as root" >&2
        exit 1
    fi
    id postgres >/dev/null 2>&1 || useradd --system --no-create-home postgres
    as_owner() { runuser -u postgres -- "$@"; }
else
    as_owner() { "$@"; }
fi

folder=$(mktemp -d "${TMPDIR:-/tmp}/with-postgres.XXXXXX")
command_pid=
stop_pooler() {
    if [ -f "$folder/pgbouncer.pid" ]; then
        kill "$(cat "$folder/pgbouncer.pid")" 2>/dev/null || :
        rm -f "$folder/pgbouncer.pid"
    fi
}

cleanup() {
    trap - EXIT HUP INT TERM
    if [ -n "$command_pid" ]; then
        kill "$command_pid" 2>/dev/null || :
        wait "$command_pid" 2>/dev/null || :
    fi
    stop_pooler
    if [ -f "$folder/data/postmaster.pid" ]; then
        (cd / && as_owner "$bin/pg_ctl" stop -D "$folder/data" -m immediate -t 20) >/dev/null 2>&1 || :
    fi
    rm -rf "$folder"
}
trap cleanup EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

mkdir "$folder/socket"
if [ "$uid" -eq 0 ]; then
    chown -R postgres "$folder"
fi
(cd / && as_owner "$bin/initdb" -A trust --no-sync -U postgres -E UTF8 --locale=C -D "$folder/data") \
    >"$folder/initdb.log" 2>&1 || {
    cat "$folder/initdb.log" >&2
    exit 1
}

# A free port is found by trying: the server itself says when one is taken.
start_server() {
    (cd / && as_owner "$bin/pg_ctl" start -s -w -t 30 -D "$folder/data" -l "$folder/data/server.log" \
        -o "-c listen_addresses=127.0.0.1 -c port=$1 -c unix_socket_directories='$folder/socket' \
-c fsync=off -c max_connections=200") >/dev/null 2>&1
}

# Calls a function with one port after the other until it succeeds; `port_found` is that port, or empty.
seed=$$
on_free_port() {
    port_found=
    tries=0
    while [ "$tries" -lt 20 ]; do
        seed=$(((seed * 1103515245 + 12345) % 2147483648))
        candidate=$((20000 + (seed / 65536) % 12000))
        tries=$((tries + 1))
        if "$1" "$candidate"; then
            port_found=$candidate
            return
        fi
    done
}

on_free_port start_server
port=$port_found
if [ -z "$port" ]; then
    echo "PostgreSQL did not start:" >&2
    cat "$folder/data/server.log" >&2 || :
    exit 1
fi

deadline=150
until "$bin/pg_isready" -q -h 127.0.0.1 -p "$port" -U postgres; do
    deadline=$((deadline - 1))
    if [ "$deadline" -le 0 ]; then
        echo "PostgreSQL does not answer:" >&2
        cat "$folder/data/server.log" >&2 || :
        exit 1
    fi
    sleep 0.2
done

TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$port/postgres?sslmode=disable"
export TEST_DATABASE_URL

# A pooler on a free port, found in the same way. Sessions take turns, so that two transactions of a client rarely
# have the same one; what is made in a new database's schema keeps a thousand numbers for each session.
start_pooler() {
    cat >"$folder/pgbouncer.ini" <<END
[databases]
* = host=127.0.0.1 port=$port user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $1
unix_socket_dir =
auth_type = any
pool_mode = transaction
server_round_robin = 1
default_pool_size = 10
min_pool_size = 3
max_client_conn = 900
server_idle_timeout = 5
max_db_connections = 10
logfile = $folder/pgbouncer.log
pidfile = $folder/pgbouncer.pid
END
    (cd / && as_owner "$pgbouncer" -q -d "$folder/pgbouncer.ini") >/dev/null 2>&1 || return 1
    looks=0
    until "$bin/pg_isready" -q -h 127.0.0.1 -p "$1" -U postgres; do
        looks=$((looks + 1))
        # it writes its number a moment after it has gone to the background, and ends by itself when the port is taken
        if [ "$looks" -ge 100 ] || { [ "$looks" -ge 20 ] && [ ! -f "$folder/pgbouncer.pid" ]; }; then
            stop_pooler
            return 1
        fi
        sleep 0.1
    done
}

if [ "${THROUGH:-}" = pgbouncer ]; then
    pgbouncer=$(PATH="$PATH:/usr/sbin:/usr/local/sbin" command -v pgbouncer) || {
        echo "pgbouncer is needed (Debian's package of the same name)" >&2
        exit 1
    }
    (cd / && as_owner "$bin/psql" -q -v ON_ERROR_STOP=1 -h 127.0.0.1 -p "$port" -U postgres template1) <<'END'
CREATE FUNCTION public.keep_numbers() RETURNS event_trigger LANGUAGE plpgsql AS $$
DECLARE made record;
BEGIN
    FOR made IN SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences
        WHERE cache_size < 1000 LOOP
        EXECUTE 'ALTER SEQUENCE ' || made.name || ' CACHE 1000';
    END LOOP;
END $$;
CREATE EVENT TRIGGER keep_numbers ON ddl_command_end WHEN TAG IN ('CREATE TABLE', 'ALTER TABLE')
    EXECUTE FUNCTION public.keep_numbers();
END
    on_free_port start_pooler
    pooler_port=$port_found
    if [ -z "$pooler_port" ]; then
        echo "pgbouncer did not start:" >&2
        cat "$folder/pgbouncer.log" >&2 || :
        exit 1
    fi
    TEST_DATABASE_DIRECT_URL=$TEST_DATABASE_URL
    TEST_DATABASE_URL="postgres://postgres@127.0.0.1:$pooler_port/postgres?sslmode=disable&pooling=transaction"
    export TEST_DATABASE_URL TEST_DATABASE_DIRECT_URL
fi

# In the background with wait, so that a signal is answered at once; stdin is passed on.
"$@" <&0 &
command_pid=$!
status=0
wait "$command_pid" || status=$?
command_pid=
exit "$status"
