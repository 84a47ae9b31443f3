#!/usr/bin/env bash
# Runs the bookshop as three replicas on one PostgreSQL server behind HAProxy, all on the loopback, and treats them
# under load as an orchestrator does. It replaces them one by one, kills one, stops the database, and changes the
# configuration of all. `cluster.sh short` replaces them once instead of five times, and is skipped if it can't install
# the programs that it needs.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh
source Tests/Integration/server.sh

mode=${1:-whole}
case $mode in
short) configuration=debug rounds=1 may_skip=true ;;
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
need_file '/usr/lib/postgresql/*/bin/initdb' postgresql
build_server "$configuration"

work=$(mktemp -d)
chmod 755 "$work"
replicas=(1 2 3)
cleanup() {
    # A server that does not run is no failure here, and the shell's messages about ended jobs are not shown.
    set +e
    exec 2>/dev/null
    # The load balancer, the load and the replicas.
    jobs -pr | xargs --no-run-if-empty kill -KILL
    postgres pg_ctl stop --mode immediate --silent
    wait
    rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

ports=()
free_port() { # Sets `port` to one that is free and was not used before
    while :; do
        port=$((20000 + RANDOM % 10000))
        if [[ " ${ports[*]} " != *" $port "* ]] && ! grep -q "$(printf ':%04X ' "$port")" /proc/net/tcp; then break; fi
    done
    ports+=("$port")
}

# MARK: PostgreSQL

# The server does not run as root.
binaries=$(dirname "$(compgen -G '/usr/lib/postgresql/*/bin/initdb' | sort -V | tail -n 1)")
as_postgres=()
if [ "$(id -u)" = 0 ]; then as_postgres=(setpriv --reuid=postgres --regid=postgres --clear-groups); fi
postgres() { # postgres COMMAND ARGUMENT…: runs one of the server's own programs
    local command=$1
    shift
    (cd / && PGDATA=$work/postgresql/data "${as_postgres[@]}" "$binaries/$command" "$@")
}
sql() { # sql TEXT: runs it as the owner, through the socket, which needs no password
    psql --host "$work/postgresql" --port "$database" --username postgres --dbname bookshop --no-psqlrc --quiet \
        --tuples-only --no-align --set ON_ERROR_STOP=1 --command "$1"
}
start_postgres() {
    # Its processes would inherit the script's input.
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

# All replicas mount the same files. Secrets and the differences between replicas are in the environment.
cp -r "$package/config" "$work/config"
configure() { sed -i "$2" "$work/config/applicationContext$1.json"; } # configure PROFILE EDIT
configure "" 's/"timeouts": { /"reload": "watch",\n  "timeouts": { "drain": "2s", /'
# On a busy machine, one of many requests for the same book may wait long.
configure "" 's/"busyTimeout": "5s"/"busyTimeout": "60s"/'
remount() { mount_files "$work/config" "$work/mounted"; }
remount
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
        "$server" --config "$work/mounted/applicationContext.json" 2>"${log[$1]}" &
    pid[$1]=$!
}
probe() { # probe NUMBER PAGE: prints the status
    curl --silent --max-time 5 --output /dev/null --write-out '%{http_code}' "http://127.0.0.1:${serving[$1]}/health/$2" || true
}
probes() { [ "$(probe "$1" "$2")" = "$3" ]; } # probes NUMBER PAGE STATUS: true if the page has the status
all_probe() { # all_probe PAGE STATUS: true if the page has the status in all replicas
    local number
    for number in "${replicas[@]}"; do probes "$number" "$1" "$2" || return 1; done
}
await_ready() { # await_ready NUMBER: waits for the startup probe, then for readiness
    eventually probes "$1" started 200 && eventually probes "$1" ready 200 || { tail -n 20 "${log[$1]}" && return 1; }
}
grace=15
terminate() { # terminate NUMBER: sends SIGTERM, and SIGKILL after the grace period; sets `code`
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

# All start at once on an empty database, and one of them creates the tables.
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
    # Each request is one line: the status, the replica, how the session ended, and the number of retries.
    log-format "%ST %s %ts %rc"
    timeout connect 2s
    timeout client 60s
    timeout server 60s
    # If a replica refuses the connection, try another one, because nothing was sent to the first one.
    retries 3
    option redispatch 1
listen shop
    bind 127.0.0.1:$balanced
    option httpchk GET /health/ready
    # A replica that answers late on a busy machine still counts as running.
    timeout check 10s
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

clients=16
place_orders() { begin_orders "$url" "$1" "$clients"; } # place_orders NAME
check_orders() { # check_orders NAME: each acknowledged order is in the database once
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

logged=$(($(wc -l <"$work/haproxy.log") + 1))
place_orders kill
await_orders 200
killed=$(moment)
kill -KILL "${pid[$victim]}"
# The shell would print a message.
{ wait "${pid[$victim]}" || true; } 2>/dev/null
await_orders 200
check "SIGKILL: another replica takes the nightly summary over" await_nights "$killed" 2
heir=$(writers "$killed")
check "SIGKILL: one alone again ($writer, then $heir)" eval '[ "$(wc -w <<<"$heir")" = 1 ] && [ "$heir" != "$writer" ]'
end_orders
# A line of HAProxy contains the replica to which a request was sent. It contains `S` if the replica did not answer,
# followed by `C` if it could not be reached. Lines of clients that went away belong to the end of the load.
elsewhere() {
    tail -n "+$logged" "$work/haproxy.log" | awk -v victim="$writer" \
        '$2 ~ /^(replica-|<NOSRV>)/ && $1 != 201 && $3 !~ /^C/ && ($2 != victim || $3 !~ /^S[HDL]/)'
}
check "SIGKILL: requests fail that it was answering, at most one a client" test "$((refused + lost))" -le "$clients"
check "SIGKILL: no others fail" eval '[ -z "$(elsewhere)" ] || { elsewhere && false; }'
check_orders "SIGKILL"
launch "$victim"
check "SIGKILL: it comes back" await_ready "$victim"

# MARK: The database stops, and starts again

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

# Lost connections that were idle cause no failed request.
sql "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE application_name LIKE 'bookshop %'" >/dev/null
idle_lost() { curl --silent --fail --max-time 5 --output /dev/null "$url/books"; }
for ((round = 0; round < 6; round++)); do check "a connection lost while idle is replaced" idle_lost; done

# MARK: A new configuration for all

conflicts() { grep -c 'could not serialize' "$work/postgresql/log" || true; }
tells() { [ "$(grep -cF -- "$2" "${log[$1]}")" = "$3" ]; } # tells NUMBER TEXT COUNT: so often
check_each() { # check_each NAME TEXT COUNT: waits until each replica has logged the text so often
    for number in "${replicas[@]}"; do
        check "replica $number $1" eventually tells "$number" "$2" "$3"
    done
}
place_orders configuration
await_orders 200
configure -cluster 's/"isolation": "read committed"/"isolation": "serializable"/'
configure "" 's/"summary": {/"discount": { "percent": 10, "from": 1 },\n    "summary": {/'
remount
check_each "takes the new configuration over by itself" "BookshopServer: reloaded" 1
configure "" 's/"prefixes"/"prefixs"/'
remount
check_each "refuses a broken one" "not reloaded, the program goes on as it was" 1
configure "" 's/"prefixs"/"prefixes"/; s/"log": { "level": "info"/"log": { "level": "warning"/'
remount
check_each "takes a live value over without a new context" "log.level changed" 1
for number in "${replicas[@]}"; do kill -HUP "${pid[$number]}"; done
check_each "reloads when it is asked to" "BookshopServer: reloaded" 3
check_each "refuses nothing else" "not reloaded" 1
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
