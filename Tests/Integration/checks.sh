# What the integration scripts share: counted checks, a clean folder, and Debian packages. To be sourced.

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

clean_folder() { # A folder that goes with the script, as $work, in which the repository is the package `ioc`
    repository=$PWD
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    ln -s "$repository" "$work/ioc"
}

eventually() { # eventually COMMAND…: until it succeeds, for a minute at most
    local end=$((SECONDS + 60))
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.05
    done
}

# `true` where a script that finds something missing, and can't install it, is skipped and not failed.
may_skip=false

need() { # need COMMAND PACKAGE…: installs the packages where the command is missing
    command -v "$1" >/dev/null || provide "$@"
}

need_file() { # need_file PATTERN PACKAGE…: the same for a file
    compgen -G "$1" >/dev/null || provide "$@"
}

need_library() { # need_library NAME PACKAGE…: the same for a library that pkg-config knows
    need pkg-config pkg-config
    pkg-config --exists "$1" || provide "$@"
}

provide() { # provide NAME PACKAGE…: has Debian's packages in place of what is missing; the script ends where that can't be
    local name=$1 reason
    shift
    if ! command -v apt-get >/dev/null; then
        reason="there is no apt-get"
    elif [ "$(id -u)" != 0 ]; then
        reason="only root may install it"
    elif apt_get update && apt_get install --yes --no-install-recommends "$@"; then
        return
    else
        reason="apt-get can't install it"
    fi
    if $may_skip; then
        echo "skipped: '$name' is missing, and $reason; on Debian: apt-get install $*"
        exit 0
    fi
    echo "'$name' is missing, and $reason; on Debian: apt-get install $*" >&2
    exit 1
}

apt_get() { # apt_get ARGUMENT…: its last lines where it fails; a network that does not answer holds nobody up for long
    local output
    output=$(DEBIAN_FRONTEND=noninteractive apt-get --quiet=2 --option Acquire::Retries=1 \
        --option Acquire::http::Timeout=15 --option Acquire::https::Timeout=15 "$@" 2>&1) && return
    tail -n 3 <<<"$output"
    return 1
}

finish() { # The closing line; fails where a check has failed
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
