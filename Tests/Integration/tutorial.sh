#!/usr/bin/env bash
# Follows the page "Getting started" line by line in an empty folder. Each block goes into the file that the page names
# before it. Each command runs as written, and its output has to contain the lines below it, up to a `…`. Hummingbird
# and its packages are small stand-ins with the same signatures, which serve the page's port.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh

clean_folder
stand_ins
page=$repository/Sources/IOC/IOC.docc/GettingStarted.md
cd "$work"

# The repository is already there, as the folder `ioc`.
git() { [ "$1" = clone ] || command git "$@"; }
# The stand-ins are packages beside this one.
swift() {
    if [[ "$*" == "package add-dependency https://"* ]]; then
        local name=${3##*/}
        command swift package add-dependency "../${name%.git}" --type path
    else
        command swift "$@"
    fi
}
# The server listens a moment after the program is ready.
curl() { eventually command curl --silent --fail "$@"; }

status=0
perform() { # perform COMMAND: sets $seen to its output, and $status to its status
    if [ "$1" = "swift run Shop" ]; then
        # The server runs in the foreground of its terminal, and the next command in another one.
        exec swift run Shop >"$work/server.log" 2>&1 &
        server=$!
        eventually grep -q "ready after" "$work/server.log" || true
        seen=$(cat "$work/server.log")
        return
    fi
    set +e
    (exit "$status")
    eval "$1" >"$work/seen" 2>&1 </dev/null
    status=$?
    set -e
    seen=$(cat "$work/seen")
}

mode=text file="" commands=0
while IFS= read -r line <&3; do
    case $mode:$line in
    file:'```' | console:'```') mode=text file="" ;;
    file:*) printf '%s\n' "$line" >>"$file" ;;
    console:'$ '*)
        command=${line#\$ }
        commands=$((commands + 1))
        perform "$command"
        # A command whose output is shown may fail. Every other command has to succeed.
        [ "$status" = 0 ] || [ "$status" = 78 ] || { check "$command" false; echo "$seen"; }
        ;;
    console:*) check "$command: $line" contains "$seen" "${line%%…*}" ;;
    text:'```console') mode=console ;;
    text:'```swift' | text:'```json') [ -z "$file" ] || { mode=file && mkdir -p "$(dirname "$file")" && : >"$file"; } ;;
    text:'Delete the line `@Component` above `NoonClock`:')
        sed -i '/@Component/{N;/NoonClock/s/.*\n//;}' Sources/ShopParts/Greeter.swift
        ;;
    text:*'Put the line back.')
        sed -i 's/^final class NoonClock/@Component\n&/' Sources/ShopParts/Greeter.swift
        ;;
    text:*)
        [[ $line =~ \`([A-Za-z/]+\.(swift|json))\`:$ ]] && file=${BASH_REMATCH[1]}
        ;;
    esac
done 3<"$page"

kill -TERM "$server" 2>/dev/null || true
wait "$server" || true
check "the line that was deleted is back" test "$(grep -c @Component Sources/ShopParts/Greeter.swift)" = 2
check "every command of the page was run" test "$commands" = "$(grep -c '^\$ ' "$page")"
[ "$failed" = 0 ] || tail -n 40 "$work/seen" "$work/server.log"
finish
