#!/usr/bin/env bash
# Builds the bookshop server and sends it every request of a client or an operator. Starts it with every kind of
# mistake, and stops it under load: each order that it has acknowledged must be in the database. `bookshop.sh short`
# builds for debugging, repeats the load twice instead of ten times, and replaces a mounted configuration 20 times
# instead of 100.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh
source Tests/Integration/server.sh

mode=${1:-whole}
case $mode in
short) configuration=debug repetitions=2 swaps=20 ;;
whole) configuration=release repetitions=10 swaps=100 ;;
*)
    echo "usage: bookshop.sh [short]" >&2
    exit 64
    ;;
esac

need curl curl
need wrk wrk
need sqlite3 sqlite3
need dot graphviz
build_server "$configuration"
check "the package's own tests pass" swift test "${build[@]}" --quiet

work=$(mktemp -d)
pid=
cleanup() {
    if [ -n "$pid" ]; then kill -KILL "$pid" 2>/dev/null || true; fi
    rm -rf "$work"
}
trap cleanup EXIT

# MARK: The server

await() { # await FILE TEXT: waits until the file contains it; fails if the server ends before
    local round
    for ((round = 0; round < 600; round++)); do
        grep -qF -- "$2" "$1" 2>/dev/null && return
        if ended "$pid"; then
            grep -qF -- "$2" "$1"
            return
        fi
        sleep 0.05
    done
    return 1
}

launch() { # launch NAME ARGUMENT…: starts it on free ports, or on `port`, with its own database
    log=$work/$1.log
    database=$work/$1.sqlite
    local place=("--database.path=$database")
    # A server with a database in memory does not read the path, and it rejects an argument that nothing reads.
    [ "$1" != memory ] || place=()
    shift
    "$server" --config "${file:-$package/config/applicationContext.json}" --server.host=127.0.0.1 "--server.port=${port:-0}" \
        --management.port=0 "${place[@]}" "$@" 2>"$log" &
    pid=$!
}

address() { sed -n "s/.*$1 listens url=//p" "$log"; }

start() { # start NAME ARGUMENT…: launches it, and waits until it serves
    launch "$@"
    await "$log" "shop-server listens" || { cat "$log" && return 1; }
    url=$(address shop-server)
    management=$(address management-server)
}

end() { # Waits until it has ended, and sets `code`; kills it if it does not end
    local round
    for ((round = 0; round < 1200; round++)); do
        ended "$pid" && break
        sleep 0.05
    done
    ended "$pid" || { echo "it hangs" && kill -KILL "$pid"; }
    code=0
    wait "$pid" || code=$?
    pid=
    output=$(<"$log")
}

stop() { # stop [SIGNAL]
    kill "-${1:-TERM}" "$pid"
    end
}

says() { contains "$output" "$1"; }
is_free() { [ -z "$(listeners "$1")" ]; }
listeners() { awk -v port="$(printf ':%04X' "$1")" '$4 == "0A" && index($2, port) { print $2 }' /proc/net/tcp; }
# True if the database was closed in order: SQLite deletes its log with the last connection.
is_closed() { says "the database is closed" && [ ! -e "$database-wal" ]; }

# MARK: Requests

ask() { # ask METHOD PATH [CURL ARGUMENT…]: sets `status`, `body`, `headers`
    local method=$1 path=$2 options=()
    shift 2
    if [ "$method" = HEAD ]; then options=(--head); else options=(--request "$method"); fi
    status=$(curl --silent --max-time 30 "${options[@]}" --output "$work/body" --dump-header "$work/headers" \
        --write-out '%{http_code}' "$@" "${base:-$url}$path") || status="curl $?"
    body=$(tr -d '\0' <"$work/body" 2>/dev/null) || body=
    headers=$(tr -d '\r' <"$work/headers" 2>/dev/null) || headers=
}
send() { # send METHOD PATH JSON
    ask "$1" "$2" --header 'Content-Type: application/json' --data "$3"
}
field() { sqlite3 :memory: "SELECT json_extract(readfile('$work/body'), '\$$1')"; } # field .MEMBER or [INDEX]
is_json() { [ "$(sqlite3 :memory: "SELECT json_valid(readfile('$work/body'))")" = 1 ]; }
answers() { [ "$status" = "$1" ] || { echo "    answered $status: $body" && return 1; }; }
shows() { [ "$(field "$1")" = "$2" ] || { echo "    $1 is '$(field "$1")' in $body" && return 1; }; }
exits() { [ "$code" = "$1" ] || { echo "    ended with $code" && tail -n 20 "$log" && return 1; }; }
rows() { sqlite3 "$database" "$1"; }

emma='{"isbn":"978-0141439587","title":"Emma","author":"Austen","price":900,"stock":20}'

is_health() { ask GET /health && [ "$status" = "$1" ]; }
becomes() { eventually is_health "$1" || true; } # becomes STATUS: waits until the health has it
are_in_flight() { ask GET /health && contains "$body" ", $1 in flight"; }
in_flight() { # in_flight COUNT: waits until so many requests are in flight
    local base=$management
    eventually are_in_flight "$1"
}

# MARK: What a client sees

IOC_PROFILES=faults SUMMARY_INTERVAL=200ms start client --server.maxBody=100KB --log.level=debug
ask GET /health
check "it is healthy" answers 200
check "and says of what" shows .checks.database up
ask GET /books
check "a new shop has no books" test "$status $body" = "200 []"
send POST /books "$emma"
check "a book is created" answers 201
check "under the id in Location" contains "$headers" "Location: /books/$(field .id)"
ask GET /books/1
check "a book is shown" shows .title Emma
ask HEAD /books/1
check "HEAD is answered as GET is" answers 200
check "HEAD names the length" contains "$headers" "Content-Length: "
send PUT /books/1 "${emma/900/1000}"
check "a book is changed" shows .price 1000
ask GET '/books?author=Austen&limit=1'
check "books are found by author" shows '[0].title' Emma
ask GET '/books?author=Nobody'
check "and not found by another" test "$body" = "[]"
ask GET '/books?limit=many'
check "a limit that is no number is a bad request" answers 400
send POST /books "$emma"
check "an ISBN can't be there twice" answers 409
send POST /books '{"isbn":'
check "malformed JSON is a bad request" answers 400
check "and the answer says why" contains "$body" "it is no JSON"
send POST /books '{"isbn":"1"}'
check "a missing member is a bad request" answers 400
check "that names it" contains "$body" "'title' is missing"
send POST /books '{"isbn":" ","title":"","author":"A","price":-1}'
check "what makes no sense is not taken" answers 422
check "and one answer has all mistakes" contains "$body" "'isbn' is empty; 'title' is empty; 'price' is negative"
ask POST /books --header 'Content-Type: text/plain' --data "$emma"
check "another content type is refused" answers 415
ask GET /books/77
check "a book that is not there is not found" answers 404
ask GET /books/seven
check "an id that is no number is a bad request" answers 400
ask GET /nowhere
check "a path that is not there is not found" answers 404
for address in '/books/1%00x' '/books%00' '/books?author=Austen%00' '/books?author%00=Austen' '/books/%ff'; do
    ask GET "$address"
    check "a NUL, or what is no text, is a bad request: $address" answers 400
done
send POST /books '{"isbn":"nul","title":"a\u0000b","author":"A","price":1}'
check "also in a body" answers 400
ask PATCH /books/1
check "another method is not allowed" answers 405
check "and the answer lists those that are" contains "$headers" "Allow: DELETE, GET, HEAD, PUT"
head -c 200000 /dev/zero >"$work/large"
ask POST /books --header 'Content-Type: application/json' --data-binary "@$work/large"
check "a body over the limit is refused" answers 413
ask POST /books --header 'Content-Type: application/json' --header 'Transfer-Encoding: chunked' --header 'Expect:' \
    --data-binary "@$work/large"
check "also where its length was not announced" answers 413

send POST /orders '{"reference":"first","book":1,"quantity":3}'
check "an order is placed" answers 201
check "at the price of its copies" shows .total 3000
check "and knows the request that placed it" test "$(field .request)" = "$(sed -n 's/^X-Request-ID: //p' <<<"$headers")"
ask GET /books/1
check "its copies are off the shelf" shows .stock 17
send POST /orders '{"reference":"many","book":1,"quantity":18}'
check "more than there are can't be ordered" answers 409
send POST /orders '{"reference":"first","book":1,"quantity":2}'
check "a reference can't be there twice" answers 409
ask GET /books/1
check "and what that order had taken was put back" shows .stock 17
send POST /faults/orders '{"reference":"lost","book":1,"quantity":2}'
check "a handler that fails after its writes answers 500" answers 500
check "and leaves nothing of them" test "$(rows 'SELECT stock, count(*) FROM books, orders')" = "17|1"
send POST /orders '{"reference":"none","book":9,"quantity":1}'
check "a book that is not there can't be ordered" answers 404
ask DELETE /books/1
check "a book that was ordered stays" answers 409
send POST /books '{"isbn":"2","title":"Persuasion","author":"Austen","price":1}'
ask DELETE "/books/$(field .id)"
check "another goes" test "$status$body" = 204
ask GET /faults/failure --header 'X-Request-ID: asked-by-hand'
check "a failure is a 500" answers 500
check "that tells nothing of its cause" eval '! contains "$body" "secret detail"'
check "but the id to ask with" shows .error.request asked-by-hand
check "under which the log has the cause" grep -q "secret detail of the failure request=asked-by-hand" "$log"
has_sold() { ask GET /summary && [ "$(field .copies)" = "$1" ]; }
check "the background service writes the summary" eventually has_sold 3
check "with what was sold" shows .revenue 3000

begin() { # begin TEXT: connects, sends the text and hangs up
    printf "$1" 2>/dev/null >"/dev/tcp/127.0.0.1/${url##*:}" || true
}
sockets() { find "/proc/$pid/fd" -lname 'socket:*' | wc -l; }
has_sockets() { [ "$(sockets)" -le "$1" ]; }
# sockets_left COUNT: waits until at most so many are open.
sockets_left() { eventually has_sockets "$1" || { echo "    $(sockets) sockets" && return 1; }; }
before=$(sockets)
for ((round = 0; round < 50; round++)); do
    begin ''
    begin 'GET /bo'
    begin 'GET /books HTTP/1.1\r\nHost: bookshop\r\nAcc'
    begin 'POST /orders HTTP/1.1\r\nHost: bookshop\r\nContent-Length: 100\r\n\r\n'
    begin 'POST /orders HTTP/1.1\r\nHost: bookshop\r\nContent-Length: 100\r\n\r\n{"ref'
    begin 'POST /orders HTTP/1.1\r\nHost: bookshop\r\nTransfer-Encoding: chunked\r\n\r\n64\r\n{"ref'
done
check "clients that hang up in the middle of a request leave no socket behind" sockets_left "$before"

# MARK: What an operator sees

ask GET /context
check "the main port tells nothing of the context" answers 404
base=$management
ask GET /books
check "the management port sells no books" answers 404
check "the management port tells of the requests in flight" in_flight 0
check "the management port is bound to loopback" test "$(listeners "${management##*:}" | cut -d: -f1)" = 0100007F
ask GET /context --header 'Host: evil.example'
check "a request for another host is refused, as a page may have led a browser here" answers 421
ask GET /context --header "Host: localhost:${management##*:}"
check "one for this machine by its name is not" answers 200
ask GET /context.txt
check "the context is reported as text" contains "$body" "components, "
check "with the conditions" contains "$body" "Bookshop.MemoryDatabase is out"
ask GET /context --header 'Accept: application/json'
check "and as JSON where that is wanted" is_json
check "an argument wins over the file, and is reported" contains "$body" "the argument --server.maxBody"
check "so does an environment variable" contains "$body" "the environment variable SUMMARY_INTERVAL"
ask GET /context.json
check "or by its name" shows '.profiles[0]' faults
ask GET /context/timings
check "and what took how long at the start" contains "$body" "shop-server"
ask GET /graph.json
check "the graph is reported as JSON" is_json
ask GET /graph.dot
check "Graphviz draws it" eval 'dot -Tsvg <"$work/body" | grep Bookshop.RequestPipeline >/dev/null'
ask GET /graph
check "the graph is reported as a page" contains "$headers" "Content-Type: text/html"
check "that needs nothing else" eval '! grep -qE "(src|href)=.https?:" "$work/body"'
check "and shows the components" contains "$body" "Bookshop.RequestPipeline"
if [ "$mode" = whole ]; then
    need chromium chromium
    page=$(chromium --headless --no-sandbox --disable-gpu --virtual-time-budget=5000 --dump-dom "$management/graph" \
        2>"$work/chromium.log")
    check "a browser lists them" contains "$page" "<button"
fi
base=
other=$pid

# MARK: Bad input

launch taken "--server.port=${url##*:}"
end
check "a port in use: 69" exits 69
check "a port in use is reported" says "can't listen on 127.0.0.1:${url##*:}: the port is in use"
check "what had started is stopped" is_closed
pid=$other log=$work/client.log database=$work/client.sqlite
ask GET /health
check "who has the port goes on" answers 200
stop
check "SIGTERM ends it: 0" exits 0
check "with the database closed" is_closed
check "and both ports free" eval 'is_free "${url##*:}" && is_free "${management##*:}"'

mkdir "$work/folder.sqlite"
launch folder
end
check "a database that is a folder: 69" exits 69
check "a database that is a folder is reported" says "can't open the database '$work/folder.sqlite'"
head -c 5000 /dev/urandom >"$work/noise.sqlite"
launch noise
end
check "a file that is no database: 69" exits 69
check "a file that is no database is reported" says "file is not a database"
install -m 000 /dev/null "$work/locked.sqlite"
chmod 755 "$work"
full=$server
# Permissions don't restrict root.
if [ "$(id -u)" = 0 ]; then
    touch "$work/locked.log"
    cp "$server" "$work/server"
    cat >"$work/as-nobody" <<EOF
#!/bin/sh
exec setpriv --reuid=65534 --regid=65534 --clear-groups "$work/server" "\$@"
EOF
    chmod 755 "$work/as-nobody" "$work/server"
    server=$work/as-nobody
    cp -r "$package/config" "$work/config"
    file=$work/config/applicationContext.json
fi
launch locked
end
server=$full file=
check "a database that can't be read: 69" exits 69
check "a database that can't be read is reported" says "can't open the database '$work/locked.sqlite'"
sqlite3 "$work/newer.sqlite" "PRAGMA user_version = 99"
launch newer
end
check "a database of a newer program: 69" exits 69
check "a database of a newer program is reported" says "the database has version 99"

launch port --server.port=eighty
end
check "a setting of the wrong type: 78" exits 78
check "a setting of the wrong type is reported" says "server.port"
check "with its value and origin" says "--server.port"
check "and where it is read" says "ShopServer.swift:"
launch large --server.port=70000
end
check "a number out of range: 78" exits 78
printf '{ "imports": ["%s"], "settings": { "server": { "max": { "body": 1 } } } }' \
    "$PWD/$package/config/applicationContext.json" >"$work/two-keys.json"
SERVER_MAX_BODY=5 file=$work/two-keys.json launch variable
end
check "a variable that maps to two keys: 78" exits 78
check "a variable that maps to two keys is reported" says "variable-ambiguous"
check "with both" eval 'says "server.maxBody" && says "server.max.body"'
file=$work/nowhere.json launch nowhere
end
check "a file that is not there: 78" exits 78
printf '{ "prefixes": ["Bookshop."], "setings": {} }' >"$work/typo.json"
file=$work/typo.json launch typo
end
check "a key that is not known: 78" exits 78
check "a key that is not known is reported, with the one that was meant" says "did you mean 'settings'"
launch option --verbose
end
check "an option that is not known: 78" exits 78
check "an option that is not known is reported" says "nothing reads the setting of the argument --verbose"

printf '{ "imports": ["%s", "%s"], "timeouts": { "start": "1s", "stop": "1s" } }' \
    "$PWD/$package/config/applicationContext.json" "$PWD/$package/config/applicationContext-faults.json" \
    >"$work/faults.json"
file=$work/faults.json
launch start-throws --faults.start=throws
end
check "a start that throws: 69" exits 69
check "a start that throws is reported with its cause" says "the start fails as faults.start says"
check "what had started before it is stopped" is_closed
check "and the server has not listened" eval '! says "listens"'
launch start-hangs --faults.start=hangs
end
check "a start that hangs past its limit: 69" exits 69
check "a start that hangs is reported" says "start-timeout"
check "by name" says "Faults.FaultyComponent"
check "and what had started before it is stopped" is_closed
launch start-slow --faults.start=slow
await "$log" "faulty start: slow"
stop
check "SIGTERM during the start: 0" exits 0
check "rolls back" is_closed
check "and opens no port" eval '! says "listens"'
start stop-hangs-twice --faults.stop=hangs
kill -TERM "$pid"
await "$log" "faulty stop: hangs"
# Within half a second, the second signal would count as the first one.
sleep 0.6
stop
check "two SIGTERMs: 143" exits 143
check "with the name of what was not waited for" says "without waiting for Faults.FaultyComponent"
start stop-hangs --faults.stop=hangs
stop
check "a stop that hangs past its limit: 70" exits 70
check "a stop that hangs is reported" says "stop-timeout"
check "and what comes after it is stopped" is_closed
start stop-throws --faults.stop=throws
stop
check "a stop that throws: 70" exits 70
check "a stop that throws is reported with its cause" says "the stop fails as faults.stop says"
check "and what comes after it is stopped all the same" is_closed
file=

# MARK: A database that can't be written

start held --database.busyTimeout=50ms
# The server may be writing at that moment.
coproc holder { sqlite3 -cmd '.timeout 10000' "$database"; }
printf 'BEGIN IMMEDIATE;\n.print held\n' >&"${holder[1]}"
read -r line <&"${holder[0]}"
check "another process writes" test "$line" = held
becomes 503
check "then the shop is not healthy" answers 503
check "and says why" shows .checks.database "reads, but takes no writes"
ask GET /books
check "while it still reads" answers 200
eval "exec ${holder[1]}>&-"
wait "$holder_PID" || true
becomes 200
check "and is healthy again when that has ended" answers 200
stop

# A limit on the size of files simulates a full disk. The signal would end the process.
trap '' XFSZ
ulimit -S -f 100 # Blocks of 1 KB.
start full
send POST /books "$emma"
for ((round = 0; round < 100; round++)); do
    send POST /orders "{\"reference\":\"$round-$(printf 'x%.0s' {1..90})\",\"book\":1,\"quantity\":1}"
    [ "$status" = 500 ] && break
done
check "a disk that is full fails the order" answers 500
# There may still be room for one page.
for ((round = 0; round < 50; round++)); do
    ask GET /health
    [ "$status" = 503 ] && break
    sleep 0.3
done
check "and the health tells" shows .checks.database "reads, but takes no writes"
stop
ulimit -S -f unlimited
trap - XFSZ

# MARK: Profiles and conditions

IOC_PROFILES=test launch memory --log.level=info
await "$log" "shop-server listens"
stop INT
check "SIGINT ends it, too: 0" exits 0
check "in the test profile the database is in memory" says "path=:memory:"
check "and no file is written" test ! -e "$database"
start discount --discount.percent=10 --log.format=json --quiet
url=$(sed -n '/shop-server listens/s/.*"url":"\([^"]*\)".*/\1/p' "$log")
send POST /books "$emma"
send POST /orders '{"reference":"ten","book":1,"quantity":10}'
check "a setting brings the discount in" shows .total 8100
stop
tail -n 1 "$log" >"$work/body"
check "and another the log for collectors, beside which --quiet leaves nothing" is_json
check "in each line" test "$(wc -l <"$log")" = "$(grep -c '^{.*"time":"2.*}$' "$log")"
check "also where components started" grep -q '"message":"shop-server started"' "$log"

# MARK: Requests in flight

clients() { # clients COUNT PATH: sends requests at once; the status of each goes to a file
    local number
    rm -f "$work"/answer.*
    jobs=()
    for ((number = 0; number < $1; number++)); do
        curl --silent --max-time 60 --output /dev/null --write-out '%{http_code}\n' "$url$2" >"$work/answer.$number" &
        jobs+=($!)
    done
}
answered() { # answered CODE COUNT: true if so many answers have the status
    wait "${jobs[@]}" || true
    [ "$(cat "$work"/answer.* | grep -c "^$1$")" = "$2" ] || { cat "$work"/answer.* && return 1; }
}

IOC_PROFILES=faults start drain
clients 20 '/faults/slow?ms=4000'
check "twenty slow requests are at work" in_flight 20
kill -TERM "$pid"
await "$log" "shop-server drains"
base=$management becomes 503
check "the management port tells that it drains" contains "$status $body" "503 "
check "with what is left" contains "$body" "draining, 20 in flight"
ask GET /health
check "a new client is refused" answers "curl 7"
end
check "SIGTERM waits for them: 0" exits 0
check "and each is answered" answered 200 20
IOC_PROFILES=faults start cancelled --server.drainTimeout=300ms
clients 5 '/faults/slow?ms=60000'
in_flight 5
stop
check "requests that take longer than the drain are cancelled" exits 0
check "and their clients get the status 503" answered 503 5
check "as is the log" says "5 requests were cancelled after 0.3 seconds"
IOC_PROFILES=faults start unsent --server.drainTimeout=300ms
exec 3<>"/dev/tcp/127.0.0.1/${url##*:}"
printf 'POST /orders HTTP/1.1\r\nHost: bookshop\r\nContent-Length: 100\r\n\r\n{' >&3
check "a request counts from its headers on" in_flight 1
stop
exec 3>&-
check "a client that does not send its request to the end does not keep the process" exits 0
IOC_PROFILES=faults start deaf --server.drainTimeout=300ms
clients 1 '/faults/deaf?ms=60000'
in_flight 1
stop
check "a request that does not hear of it does not keep the process: 70" exits 70
check "and is reported" says "1 request did not end although cancelled"
check "with the database closed all the same" is_closed
answered 200 0 || true

# MARK: Reload

cp -r "$package/config" "$work/reloaded"
file=$work/reloaded/applicationContext.json
reload() { # reload TEXT: lets the server read its files again, and waits until the log contains the text once more
    local before
    before=$(grep -cF -- "$1" "$log") || true
    kill -HUP "$pid"
    eventually says_more "$1" "$before" || { tail -n 20 "$log" && return 1; }
}
says_more() { [ "$(grep -cF -- "$1" "$log")" -gt "$2" ]; } # says_more TEXT COUNT: more often than that
start reload --log.level=debug
send POST /books "$emma"
send POST /orders '{"reference":"before","book":1,"quantity":10}'
check "before a reload there is no discount" shows .total 9000
clients 5 '/books?limit=1'
sed -i 's/"summary": {/"discount": { "percent": 10 },\n    "summary": {/' "$file"
check "SIGHUP has the changed file read" reload "BookshopServer: reloaded"
check "who had asked is answered" answered 200 5
send POST /orders '{"reference":"after","book":1,"quantity":10}'
check "and what has changed holds, at the same address" shows .total 8100
base=$management ask GET /context.json
check "on the management port as well" contains "$body" "discount.percent"
ask GET /health
check "the new shop is healthy" answers 200
sed -i 's/"prefixes"/"prefixs"/' "$file"
check "a faulty file is reported" reload "not reloaded, the program goes on as it was"
check "with what is wrong" grep -q "did you mean 'prefixes'" "$log"
send POST /orders '{"reference":"faulty","book":1,"quantity":10}'
check "and the program goes on as it was" answers 409
sed -i 's/"prefixs"/"prefixes"/; s/"busyTimeout": "5s"/"busyTimeout": "soon"/' "$file"
check "so is a value that does not convert" reload "not reloaded"
sed -i 's/"busyTimeout": "soon"/"busyTimeout": "5s"/' "$file"
sockets_before=$(sockets)
for ((round = 0; round < 5; round++)); do reload "BookshopServer: reloaded"; done
check "five reloads leave no socket behind" sockets_left "$sockets_before"
check "and one database each, closed" test "$(grep -c 'the database is open' "$log")" = $(($(grep -c 'the database is closed' "$log") + 1))
kill -HUP "$pid"
stop
check "SIGTERM during a reload: 0" exits 0
check "with everything closed" is_closed
check "and both ports free" eval 'is_free "${url##*:}" && is_free "${management##*:}"'

# MARK: A server that takes nothing over

cp -r "$package/config" "$work/plain"
file=$work/plain/applicationContext.json
port=$((20000 + RANDOM % 20000)) IOC_PROFILES=plain start plain --watch
is_open() { ask GET /books && [ "$status" = 200 ]; }
for ((round = 1; round <= 5; round++)); do
    check "a server that binds its port in run() is reloaded by SIGHUP, time $round" reload "BookshopServer: reloaded"
    check "and answers, time $round" eventually is_open
    before=$(grep -c "BookshopServer: reloaded" "$log")
    sed -i "s/\"interval\": \".*\"/\"interval\": \"${round}0s\"/" "$file"
    check "it is reloaded by a saved file, time $round" eventually says_more "BookshopServer: reloaded" "$before"
    check "and answers then, too, time $round" eventually is_open
done
stop
check "and ends well after ten reloads: 0" exits 0
check "with everything closed again" is_closed
check "and its port free" is_free "${url##*:}"

# MARK: Load

place_orders() { # place_orders NAME [CONNECTION: close]: places orders from many clients, until they are stopped
    send POST /books "${emma/:20/:1000000000}"
    begin_orders "$url" "$1" 32 ${2:+--header "$2"}
}
check_orders() { # check_orders NAME
    check "$1: at least 1,000 writes were acknowledged" test "$count" -ge 1000
    check "$1: each under an id of its own" test "$(cut -d, -f1 "$work/acknowledged.csv" | sort -u | wc -l)" = "$count"
    found=$(sqlite3 "$database" "CREATE TEMP TABLE acknowledged (id INTEGER, reference TEXT)" ".mode csv" \
        ".import $work/acknowledged.csv acknowledged" \
        "SELECT count(*) FROM acknowledged JOIN orders USING (id, reference)")
    check "$1: each acknowledged write is in the database ($found of $count)" test "$found" = "$count"
    check "$1: no other answer than those" test "$refused" = 0
    check "$1: orders and shelf agree" test \
        "$(rows 'SELECT stock + (SELECT sum(quantity) FROM orders) FROM books')" = 1000000000
    check "$1: the database is sound" test "$(rows "PRAGMA integrity_check")" = ok
    echo "$1: $count writes acknowledged, $found of them in the database"
}

# MARK: Drain

cp -r "$package/config" "$work/drained"
sed -i 's/"timeouts": { /"timeouts": { "drain": "3s", /' "$work/drained/applicationContext.json"
is_ready() { ask GET /health/ready && [ "$status" = 200 ]; }
for ((repetition = 1; repetition <= repetitions; repetition++)); do
    name="drain $repetition"
    # If the machine is too busy to end the load in time, the attempt measures nothing.
    for ((attempt = 1; attempt <= 5; attempt++)); do
        file=$work/drained/applicationContext.json start "drain-$repetition-$attempt"
        is_ready || check "$name: it is ready" false
        closing=
        if ((repetition % 2 == 0)); then closing='Connection: close'; fi
        place_orders "drain$repetition$attempt" "$closing"
        await_orders 100
        kill -TERM "$pid"
        while is_ready; do :; done
        check "$name: from SIGTERM on it is not ready" answers 503
        before=$(acknowledged)
        sleep 0.4
        after=$(acknowledged)
        end_orders
        is_measured=true
        if grep -q "shop-server drains" "$log"; then is_measured=false; fi
        end
        if $is_measured; then break; fi
    done
    check "$name: it was measured" $is_measured
    check "$name: and goes on serving ($((after - before)) orders)" test "$after" -gt "$before"
    check "$name: no request fails" none_failed
    check "$name: it ends well: 0" exits 0
    check "$name: the database is closed" is_closed
done
file=

for ((repetition = 1; repetition <= repetitions; repetition++)); do
    # With connections that are kept alive, and with one connection for each request.
    closing=
    if ((repetition % 2 == 0)); then closing='Connection: close'; fi

    name="SIGHUP $repetition"
    start "hangup-$repetition"
    place_orders "hangup$repetition" "$closing"
    await_orders 300
    for ((round = 0; round < 3; round++)); do
        reload "BookshopServer: reloaded" || check "$name: it reloads" false
        await_orders 300
    done
    end_orders
    check "$name: no client has lost a request" none_failed
    stop
    check "$name: it ends well: 0" exits 0
    check_orders "$name"
    check "$name: the database is closed" is_closed

    name="SIGTERM $repetition"
    start "load-$repetition"
    place_orders "run$repetition" "$closing"
    await_orders 1000
    # Each stop has another moment, and every second one happens during a reload.
    sleep "0.$((repetition % 5))"
    if ((repetition % 2 == 0)); then kill -HUP "$pid"; fi
    stop
    end_orders
    check "$name: it ends well under load: 0" exits 0
    check_orders "$name"
    check "$name: each write in the database was acknowledged" test "$(rows 'SELECT count(*) FROM orders')" = "$count"
    check "$name: the database is closed" is_closed

    name="SIGKILL $repetition"
    start "kill-$repetition"
    place_orders "kill$repetition" "$closing"
    await_orders 1000
    sleep "0.$((repetition % 5))"
    if ((repetition % 2 == 1)); then kill -HUP "$pid"; fi
    stop KILL
    end_orders
    check_orders "$name"
done
file=

# MARK: A mounted configuration that is replaced

cp -r "$package/config" "$work/unmounted"
mount_files "$work/unmounted" "$work/mounted"
file=$work/mounted/applicationContext.json
start swaps --watch
place_orders swaps
await_orders 1000
reloads() { grep -c "BookshopServer: reloaded" "$log" || true; }
refusals() { grep -c "BookshopServer: not reloaded" "$log" || true; }
are_more() { [ "$("$1")" -gt "$2" ]; } # are_more COUNTER THAN: true if the counter is greater
broken=0
for ((number = 1; number <= swaps; number++)); do
    before=$(reloads)
    cp "$package/config/applicationContext.json" "$work/unmounted"
    sed -i 's/"maxBody"/"idleTimeout": "'$((30 + number))'s", "maxBody"/' "$work/unmounted/applicationContext.json"
    if ((number % 10 == 5)); then
        broken=$((broken + 1)) before=$(refusals)
        echo "}" >>"$work/unmounted/applicationContext.json"
    fi
    mount_files "$work/unmounted" "$work/mounted"
    # Some changes follow each other at once. Others wait until the previous one was accepted or rejected.
    case $((number % 10)) in
    5) eventually are_more refusals "$before" || check "swap $number: a broken file is reported" false ;;
    0 | 3 | 8) eventually are_more reloads "$before" || check "swap $number: it is taken" false ;;
    esac
done
has_last() { # True if the report's row of the setting has the last value, which is JSON in JSON
    base=$management ask GET /context.json
    [ "$(sqlite3 :memory: "SELECT value ->> 'value' FROM json_each(readfile('$work/body'), '\$.settings')
        WHERE value ->> 'key' = 'server.idleTimeout'")" = "\"$((30 + swaps))s\"" ]
}
check "the last of $swaps swaps is taken" eventually has_last
await_orders 100
end_orders
check "of $swaps swaps each is one reload at most" test "$(reloads)" -le $((swaps - broken))
check "and each broken one one refusal" test "$(refusals)" = "$broken"
check "and no request fails" none_failed
stop
check "and it ends well: 0" exits 0
check_orders swaps
echo "swaps: $swaps, $(reloads) reloads, $(refusals) refusals"
file=

left=$({ find /proc -maxdepth 2 -name exe \( -lname "$server" -o -lname "$work/*" \) 2>/dev/null || true; } | wc -l)
check "nothing is left running" test "$left" = 0

finish
