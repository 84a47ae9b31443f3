# What the integration scripts share: counted checks, and Debian packages. To be sourced.

passed=0
failed=0

check() { # check NAME COMMAND…: counts whether the command succeeds, and tells of it where it does not
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "not ok: $name"
    fi
}

contains() { grep -qF -- "$2" <<<"$1"; } # contains TEXT PART

need() { # need COMMAND PACKAGE…: installs the packages where the command is missing
    local command=$1
    shift
    command -v "$command" >/dev/null && return
    if ! command -v apt-get >/dev/null || [ "$(id -u)" != 0 ]; then
        echo "'$command' is missing: install it, on Debian with 'apt-get install $*' as root" >&2
        exit 1
    fi
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

finish() { # The closing line; fails where a check has failed
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
