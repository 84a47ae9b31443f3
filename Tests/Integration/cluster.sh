#!/usr/bin/env bash
# Runs the bookshop as three replicas on one PostgreSQL server behind HAProxy, all on the loopback, and treats them as an
# orchestrator does, under load: it replaces them one by one, kills one, takes the database away, and gives all a new
# configuration. `cluster.sh short` replaces them once instead of five times.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

mode=${1:-whole}
case $mode in
short) configuration=debug rounds=1 ;;
whole) configuration=release rounds=5 ;;
*)
    echo "usage: cluster.sh [short]" >&2
    exit 64
    ;;
esac

need curl curl
need wrk wrk
need haproxy haproxy
need pkg-config pkg-config
need_file() { # need_file PATTERN PACKAGE: where a file's path may have a version in it
    compgen -G "$1" >/dev/null || need "the file $1" "$2"
}
need_file '/usr/lib/postgresql/*/bin/initdb' postgresql
for header in microhttpd.h:libmicrohttpd-dev sqlite3.h:libsqlite3-dev libpq-fe.h:libpq-dev; do
    if ! find /usr/include /usr/local/include -name "${header%%:*}" 2>/dev/null | grep -q .; then
        need "the header ${header%%:*}" "${header##*:}"
    fi
done

package=Sources/Examples/bookshop-server
build=(--package-path "$package" --scratch-path .build/bookshop)
swift build "${build[@]}" -c "$configuration" --product bookshop-server
server=$(swift build "${build[@]}" -c "$configuration" --show-bin-path)/bookshop-server

work=$(mktemp -d)
chmod 755 "$work"
replicas=(1 2 3)
cleanup() {
    # A server that does not run is no failure here.
    set +e
    # The balancer, the load and the replicas.
    jobs -pr | xargs --no-run-if-empty kill -KILL
    postgres pg_ctl stop --mode immediate --silent 2>/dev/null
    wait 2>/dev/null
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

eventually() { # eventually COMMAND…: until it succeeds, for half a minute at most
    local round
    for ((round = 0; round < 600; round++)); do
        "$@" && return
        sleep 0.05
    done
    return 1
}
ports=()
free_port() { # Sets `port` to one that nobody has, and nobody was given before
    while :; do
        port=$((20000 + RANDOM % 10000))
        if [[ " ${ports[*]} " != *" $port "* ]] && ! grep -q "$(printf ':%04X ' "$port")" /proc/net/tcp; then break; fi
    done
    ports+=("$port")
}

# MARK: PostgreSQL

# The server refuses to be root's.
binaries=$(dirname "$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -n 1)")
as_postgres=()
if [ "$(id -u)" = 0 ]; then as_postgres=(setpriv --reuid=postgres --regid=postgres --clear-groups); fi
postgres() { # postgres COMMAND ARGUMENT…: one of the server's own programs
    local command=$1
    shift
    (cd / && PGDATA=$work/postgresql/data "${as_postgres[@]}" "$binaries/$command" "$@")
}
sql() { # sql TEXT: as the owner, by the socket, which no password guards
    psql --host "$work/postgresql" --port "$database" --username postgres --dbname bookshop --no-psqlrc --quiet \
        --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1"
}
start_postgres() {
    # Its processes would inherit what this script reads from.
    postgres pg_ctl start --silent --wait --log "$work/postgresql/log" </dev/null >/dev/null 2>&1
}

free_port && database=$port
mkdir "$work/postgresql"
printf '%s' "secret-$RANDOM" >"$work/postgresql/password"
if [ "$(id -u)" = 0 ]; then chown -R postgres "$work/postgresql"; fi
postgres initdb --username postgres --pwfile "$work/postgresql/password" --auth-local trust \
    --auth-host scram-sha-256 --encoding UTF8 --locale C >/dev/null
cat >>"$work/postgresql/data/postgresql.conf" <<END
listen_addresses = '127.0.0.1'
port = $database
unix_socket_directories = '$work/postgresql'
max_connections = 200
END
start_postgres
password=$(<"$work/postgresql/password")
psql --host "$work/postgresql" --port "$database" --username postgres --dbname postgres --no-psqlrc --quiet \
    --command "CREATE ROLE bookshop LOGIN CREATEDB PASSWORD '$password'" --command "CREATE DATABASE bookshop OWNER bookshop"

check "the package's tests of PostgreSQL pass" env DATABASE_PORT="$database" DATABASE_PASSWORD="$password" \
    swift test "${build[@]}" --quiet --filter '^BookshopClusterTests\.'

# MARK: Replicas, as a kubelet has them

# What all have mounted; what differs between them comes from the environment, as do secrets.
cp -r "$package/config" "$work/config"
sed -i 's/"timeouts": { /"timeouts": { "drain": "2s", /' "$work/config/applicationContext.json"
declare -A pid log serving managing
for number in "${replicas[@]}"; do
    free_port && serving[$number]=$port
    free_port && managing[$number]=$port
done

launch() { # launch NUMBER
    log[$1]=$work/replica-$1-$(date +%s%N).log
    IOC_PROFILES=cluster DATABASE_PASSWORD=$password REPLICA_NAME=replica-$1 DATABASE_HOST=127.0.0.1 \
        DATABASE_PORT=$database SERVER_HOST=127.0.0.1 SERVER_PORT=${serving[$1]} MANAGEMENT_PORT=${managing[$1]} \
        NIGHTLY_PERIOD=1s NIGHTLY_POLL=200ms \
        "$server" --config "$work/config/applicationContext.json" 2>"${log[$1]}" &
    pid[$1]=$!
}
ended() { ! grep -q '^State:.[^Z]' "/proc/$1/status" 2>/dev/null; }
probe() { # probe NUMBER PAGE: answers the status
    curl --silent --max-time 5 --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:${serving[$1]}/health/$2" || true
}
probes() { [ "$(probe "$1" "$2")" = "$3" ]; } # probes NUMBER PAGE STATUS
all_probe() { # all_probe PAGE STATUS
    local number
    for number in "${replicas[@]}"; do probes "$number" "$1" "$2" || return 1; done
}
await_ready() { # await_ready NUMBER: the startup probe first, and then readiness
    eventually probes "$1" started 200 && eventually probes "$1" ready 200 || { tail -n 20 "${log[$1]}" && return 1; }
}
grace=15
terminate() { # terminate NUMBER: SIGTERM, and SIGKILL where the grace is over; sets `code`
    local round
    kill -TERM "${pid[$1]}"
    for ((round = 0; round < grace * 20; round++)); do
        ended "${pid[$1]}" && break
        sleep 0.05
    done
    ended "${pid[$1]}" || kill -KILL "${pid[$1]}"
    code=0
    wait "${pid[$1]}" || code=$?
}
exits() { [ "$code" = "$1" ] || { echo "    ended with $code" && tail -n 20 "${log[$2]}" && return 1; }; }

# All at once, on an empty database: one of them makes the tables.
for number in "${replicas[@]}"; do launch "$number"; done
for number in "${replicas[@]}"; do check "replica $number is ready" await_ready "$number"; done
migrated=$(cat "${log[@]}" | grep -c 'the tables are up to date from=0') || true
check "one of three that start at once makes the tables" test "$migrated" = 1

# MARK: HAProxy

free_port && balanced=$port
url=http://127.0.0.1:$balanced
{
    cat <<END
global
    log stdout format raw local0
    stats socket $work/haproxy.socket
defaults
    mode http
    log global
    # Each request in a line: the status, the replica, how the session ended, how often it was tried.
    log-format "%ST %s %ts %rc"
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    # Another replica where one refuses the connection: nothing was sent to it then.
    retries 3
    option redispatch 1
listen shop
    bind 127.0.0.1:$balanced
    option httpchk GET /health/ready
    default-server check inter 200ms fall 1 rise 1
END
    for number in "${replicas[@]}"; do echo "    server replica-$number 127.0.0.1:${serving[$number]}"; done
} >"$work/haproxy.cfg"
haproxy -db -f "$work/haproxy.cfg" >"$work/haproxy.log" 2>"$work/haproxy.errors" &
answers_orders() { [ "$(curl --silent --max-time 5 --output /dev/null --write-out '%{http_code}' "$url/books")" = 200 ]; }
check "the balancer serves" eventually answers_orders
curl --silent --max-time 5 --output /dev/null --header 'Content-Type: application/json' "$url/books" \
    --data '{"isbn":"978-0141439587","title":"Emma","author":"Austen","price":900,"stock":1000000000}'

# MARK: Load

connections=16
place_orders() { # place_orders NAME: from many clients, until they are stopped
    mkdir "$work/acknowledged"
    balanced_before=$(wc -l <"$work/haproxy.log")
    wrk --threads 2 --connections "$connections" --duration 180s --timeout 30s \
        --script Tests/Integration/bookshop/orders.lua "$url" -- "$1" "$work/acknowledged" >"$work/wrk.log" 2>&1 &
    load=$!
}
acknowledged() { cat "$work"/acknowledged/acknowledged.* 2>/dev/null | wc -l; }
await_orders() { # await_orders COUNT: until so many more are acknowledged
    local goal=$(($(acknowledged) + $1))
    has_goal() { [ "$(acknowledged)" -ge "$goal" ]; }
    eventually has_goal
}
end_orders() { # Sets `count`, and how many requests were answered otherwise, or not at all
    kill -INT "$load"
    wait "$load" || true
    cat "$work"/acknowledged/acknowledged.* >"$work/acknowledged.csv"
    count=$(wc -l <"$work/acknowledged.csv")
    refused=$(cat "$work"/acknowledged/others.* | wc -l)
    # A connection that is closed in place of an answer is counted by wrk itself.
    lost=$(sed -n 's/.*Socket errors: connect \([0-9]*\), read \([0-9]*\), write \([0-9]*\), timeout \([0-9]*\)/\1+\2+\3+\4/p' "$work/wrk.log")
    lost=$((${lost:-0}))
    rm -rf "$work/acknowledged"
}
check_orders() { # check_orders NAME: what was acknowledged is in the database, once
    local found
    check "$1: writes were acknowledged" test "$count" -ge 200
    check "$1: each order has a number of its own" test "$(cut -d, -f1 "$work/acknowledged.csv" | sort -u | wc -l)" = "$count"
    found=$(sql "CREATE TEMP TABLE acknowledged (id BIGINT, reference TEXT); COPY acknowledged FROM STDIN (FORMAT csv);
        SELECT count(*) FROM acknowledged JOIN orders USING (id, reference)" <"$work/acknowledged.csv")
    check "$1: each acknowledged write is in the database ($found of $count)" test "$found" = "$count"
    check "$1: orders and shelf agree" test \
        "$(sql 'SELECT (SELECT stock FROM books) + (SELECT sum(quantity) FROM orders)')" = 1000000000
    echo "$1: $count writes acknowledged, $found of them in the database, $((refused + lost)) requests failed"
}
none_failed() { [ "$((refused + lost))" = 0 ] || { echo "    refused $refused, lost $lost" && return 1; }; }

# MARK: One after another is replaced

place_orders rolling
await_orders 100
for ((round = 1; round <= rounds; round++)); do
    for number in "${replicas[@]}"; do
        terminate "$number"
        check "rolling restart $round: replica $number ends in its time" exits 0 "$number"
        launch "$number"
        check "rolling restart $round: replica $number is ready again" await_ready "$number"
    done
done
await_orders 100
end_orders
check "rolling restart: no request fails" none_failed
check_orders "rolling restart"

# MARK: One is killed: the one that writes the nightly summary

nights() { sql "SELECT count(*) FROM nights WHERE written > '$1'"; }
writers() { sql "SELECT string_agg(DISTINCT replica, ' ') FROM nights WHERE written > '$1'"; }
moment() { date --utc +%Y-%m-%dT%H:%M:%S.%3NZ; }
await_nights() { # await_nights MOMENT COUNT
    has_nights() { [ "$(nights "$1")" -ge "$2" ]; }
    eventually has_nights "$@"
}
before=$(moment)
check "nightly summaries are written" await_nights "$before" 2
writer=$(writers "$before")
check "by one replica alone ($writer)" test "$(wc -w <<<"$writer")" = 1
victim=${writer#replica-}

place_orders kill
await_orders 200
killed=$(moment)
kill -KILL "${pid[$victim]}"
# The shell would tell of it.
{ wait "${pid[$victim]}" || true; } 2>/dev/null
await_orders 200
check "SIGKILL: another replica takes the nightly summary over" await_nights "$killed" 2
heir=$(writers "$killed")
check "SIGKILL: one alone again ($writer, then $heir)" eval '[ "$(wc -w <<<"$heir")" = 1 ] && [ "$heir" != "$writer" ]'
end_orders
# HAProxy's lines have the replica that each request was sent to.
elsewhere() {
    tail -n "+$((balanced_before + 1))" "$work/haproxy.log" |
        awk -v victim="$writer" '$2 ~ /^replica-/ && $1 != 201 && $2 != victim && $3 !~ /^C/'
}
check "SIGKILL: requests fail that it was answering, at most one a client" test "$((refused + lost))" -le "$connections"
check "SIGKILL: no others fail" eval '[ -z "$(elsewhere)" ] || { elsewhere && false; }'
check_orders "SIGKILL"
launch "$victim"
check "SIGKILL: it comes back" await_ready "$victim"

# MARK: The database goes away, and comes back

place_orders database
await_orders 200
postgres pg_ctl stop --mode immediate --silent
check "without its database each replica is unready" eventually all_probe ready 503
check "and alive: it is not the replica that is to be restarted" all_probe live 200
check "and has been started" all_probe started 200
start_postgres
check "with the database back each is ready by itself" eventually all_probe ready 200
await_orders 200
end_orders
running() { for number in "${replicas[@]}"; do ended "${pid[$number]}" && return 1; done; true; }
check "and none was restarted for it" running
check_orders "database restarted"

# Connections that are lost while nobody uses them cost nobody a request.
sql "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'bookshop %'" >/dev/null
idle_lost() { curl --silent --fail --max-time 5 --output /dev/null "$url/books"; }
for ((round = 0; round < 6; round++)); do check "a connection lost while idle is replaced" idle_lost; done

# MARK: A new configuration for all

conflicts() { grep -c 'could not serialize' "$work/postgresql/log" || true; }
place_orders configuration
await_orders 200
sed -i 's/"isolation": "read committed"/"isolation": "serializable"/' "$work/config/applicationContext-cluster.json"
sed -i 's/"summary": {/"discount": { "percent": 10, "from": 1 },\n    "summary": {/' "$work/config/applicationContext.json"
for number in "${replicas[@]}"; do kill -HUP "${pid[$number]}"; done
reloaded() { grep -q 'BookshopServer: reloaded' "${log[$1]}"; }
for number in "${replicas[@]}"; do
    check "replica $number takes the new configuration over" eventually reloaded "$number"
    check "replica $number refuses nothing of it" eval '! grep -q "not reloaded" "${log[$number]}"'
done
await_orders 200
end_orders
check "new configuration: no request fails" none_failed
check_orders "new configuration"
check "new configuration: transactions that conflict are tried again" test "$(conflicts)" -gt 0
discounted() {
    curl --silent --max-time 5 --header 'Content-Type: application/json' "http://127.0.0.1:${serving[$1]}/orders" \
        --data "{\"reference\":\"discounted-$1\",\"book\":1,\"quantity\":1}" | grep -qw '"total":810'
}
for number in "${replicas[@]}"; do check "replica $number sells by it" discounted "$number"; done

# MARK: The end

check "the password is in no file, and in no log" eval '! grep -rqF "$password" "$work/config" "$work"/*.log "$work/postgresql/log"'
curl --silent --max-time 5 "http://127.0.0.1:${managing[1]}/context.json" >"$work/context.json"
check "and in no report" eval 'grep -q database.password "$work/context.json" && ! grep -qF "$password" "$work/context.json"'
for number in "${replicas[@]}"; do
    terminate "$number"
    check "replica $number ends well" exits 0 "$number"
done
check "no connection is left" test "$(sql "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'bookshop %'")" = 0

finish
