# The common functions of the scripts that run the bookshop's server: its build, its end, and orders from many clients.
# Source this file after checks.sh. Before orders are placed, `work` has to be a folder of the script.

package=Sources/Examples/bookshop-server
build=(--package-path "$package" --scratch-path .build/bookshop)

build_server() { # build_server CONFIGURATION: sets `server`
    need_library libmicrohttpd libmicrohttpd-dev
    need_library sqlite3 libsqlite3-dev
    need_library libpq libpq-dev
    swift build "${build[@]}" -c "$1" --product bookshop-server
    server=$(swift build "${build[@]}" -c "$1" --show-bin-path)/bookshop-server
}

ended() { ! grep -q '^State:.[^Z]' "/proc/$1/status" 2>/dev/null; } # ended PROCESS: true if it has ended

# Replaces the files of a folder as a kubelet replaces those of a ConfigMap. The files are links through `..data`, and
# `..data` is replaced.
mount_files() { # mount_files FROM TO
    local version file
    version=..$(date +%s%N)
    mkdir -p "$2"
    cp -r "$1" "$2/$version"
    ln -s "$version" "$2/..data_new"
    mv --no-target-directory "$2/..data_new" "$2/..data"
    for file in "$1"/*; do [ -e "$2/${file##*/}" ] || ln -s "..data/${file##*/}" "$2/${file##*/}"; done
    find "$2" -mindepth 1 -maxdepth 1 -type d ! -name "$version" -exec rm -r {} +
}

begin_orders() { # begin_orders URL NAME CONNECTIONS [WRK'S OPTION…]: places orders until they are stopped
    local url=$1 name=$2 connections=$3
    shift 3
    rm -rf "$work/acknowledged"
    mkdir "$work/acknowledged"
    # An answer that is late on a busy machine is not lost.
    wrk --threads 2 --connections "$connections" --duration 600s --timeout 60s "$@" \
        --script Tests/Integration/bookshop/orders.lua "$url" -- "$name" "$work/acknowledged" >"$work/wrk.log" 2>&1 &
    load=$!
}

acknowledged() { cat "$work"/acknowledged/acknowledged.* 2>/dev/null | wc -l; }
have_come() { [ "$(acknowledged)" -ge "$1" ]; }
# await_orders COUNT: waits until so many more are acknowledged.
await_orders() { eventually have_come $(($(acknowledged) + $1)); }

end_orders() { # Stops the load. Sets `count`, and the number of other answers (`refused`) and of missing ones (`lost`)
    kill -INT "$load"
    wait "$load" || true
    cat "$work"/acknowledged/acknowledged.* >"$work/acknowledged.csv"
    count=$(wc -l <"$work/acknowledged.csv")
    refused=$(cat "$work"/acknowledged/others.* | wc -l)
    # wrk itself counts the connections that are closed instead of answered.
    lost=$(($(sed -n 's/.*Socket errors: connect \([0-9]*\), read \([0-9]*\), write \([0-9]*\), timeout \([0-9]*\)/\1+\2+\3+\4/p' \
        "$work/wrk.log")))
}

none_failed() {
    [ "$((refused + lost))" = 0 ] || {
        echo "    refused $refused, lost $lost"
        cat "$work"/acknowledged/others.* | sort | uniq -c | sort -rn | head -n 5
        return 1
    }
}
