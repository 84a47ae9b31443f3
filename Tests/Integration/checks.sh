# The common functions of the integration scripts: counted checks, a clean folder, stand-in packages, Debian packages.
# Source this file.

passed=0
failed=0

check() { # check NAME COMMAND…: counts whether the command succeeds, and prints the name if it does not
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

runs() { # runs COMMAND…: sets $seen to what the command prints, and $status to its exit code
    status=0
    seen=$("$@" 2>&1) || status=$?
}

expect() { # expect SUBJECT: checks that $seen contains the text of each line of the input: NAME | TEXT
    local name text
    while IFS= read -r name; do
        text=${name#* | }
        check "$1: ${name%% | *}" contains "$seen" "$text"
    done
}

temporary_folder() { # Creates the folder $work, which is removed at the end, and sets $repository
    repository=$PWD
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
}

clean_folder() { # Creates the folder $work with a link to the repository, the package `ioc`; removes it at the end
    temporary_folder
    ln -s "$repository" "$work/ioc"
}

manifest() { # manifest FOLDER TARGETS: makes the folder a package with targets that depend on the container, $container
    mkdir -p "$1"
    cat >"$1/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription
let container = Target.Dependency.product(name: "IOC", package: "ioc")
let package = Package(
    name: "program", platforms: [.macOS(.v15)], dependencies: [.package(name: "ioc", path: "$repository")],
    targets: [$2])
MANIFEST
}

package() { # package NAME MODULE FOLDER [DEPENDENCY MODULE]…: creates a stand-in package with one module in $work
    local name=$1 module=$2 folder=$3 packages="" products=""
    shift 3
    while [ $# -gt 0 ]; do
        packages+=".package(path: \"../$1\"), "
        products+=".product(name: \"$2\", package: \"$1\"), "
        shift 2
    done
    add_sources "$name" "$module" "$folder"/*.swift
    cat >"$work/$name/Package.swift" <<MANIFEST
// swift-tools-version: 6.2
import PackageDescription
let package = Package(
    name: "$name", platforms: [.macOS(.v15)], products: [.library(name: "$module", targets: ["$module"])],
    dependencies: [$packages], targets: [.target(name: "$module", dependencies: [$products])])
MANIFEST
}

testing_module() { # testing_module NAME MODULE FOLDER TESTED: adds a module for tests of the module TESTED to a stand-in package
    add_sources "$1" "$2" "$3"/*.swift
    cat >>"$work/$1/Package.swift" <<MANIFEST
package.products.append(.library(name: "$2", targets: ["$2"]))
package.targets.append(.target(name: "$2", dependencies: ["$4"]))
MANIFEST
}

add_sources() { # add_sources NAME MODULE FILE…: copies files into a module of a stand-in package
    local sources=$work/$1/Sources/$2
    shift 2
    mkdir -p "$sources"
    cp "$@" "$sources"
    # The stand-ins of the pages are modules of one package, so their declarations have the access level `package`.
    sed -i 's/^\( *\)package /\1public /; s/\bpackage \(import\|init\|func\|var\|let\|static\|mutating\)/public \1/' \
        "$sources"/*.swift
}

stand_ins() { # Creates packages with the signatures of Hummingbird, Vapor and their dependencies
    local pages=Tests/Integration/recipes/Sources frameworks=Tests/Integration/frameworks
    package swift-log Logging $pages/Logging
    package swift-service-lifecycle ServiceLifecycle $pages/ServiceLifecycle swift-log Logging
    package hummingbird Hummingbird $frameworks/Hummingbird swift-log Logging swift-service-lifecycle ServiceLifecycle
    add_sources hummingbird Hummingbird $pages/Hummingbird/Router.swift $frameworks/Port/*.swift
    testing_module hummingbird HummingbirdTesting $pages/HummingbirdTesting Hummingbird
    package vapor Vapor $frameworks/Vapor
    add_sources vapor Vapor $frameworks/Port/*.swift
    testing_module vapor VaporTesting $frameworks/VaporTesting Vapor
}

eventually() { # eventually COMMAND…: repeats it until it succeeds, for at most a minute
    local end=$((SECONDS + 60))
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.05
    done
}

# If true, a script that can't install what is missing is skipped instead of failed.
may_skip=false

need() { # need COMMAND PACKAGE…: installs the packages if the command is missing
    command -v "$1" >/dev/null || provide "$@"
}

need_file() { # need_file PATTERN PACKAGE…: installs the packages if no file matches
    compgen -G "$1" >/dev/null || provide "$@"
}

need_library() { # need_library NAME PACKAGE…: installs the packages if pkg-config does not know the library
    need pkg-config pkg-config
    pkg-config --exists "$1" || provide "$@"
}

provide() { # provide NAME PACKAGE…: installs Debian packages for what is missing; ends the script if it can't
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

apt_get() { # apt_get ARGUMENT…: prints the last lines if it fails; gives up soon if the network does not answer
    local output
    output=$(DEBIAN_FRONTEND=noninteractive apt-get --quiet=2 --option Acquire::Retries=1 \
        --option Acquire::http::Timeout=15 --option Acquire::https::Timeout=15 "$@" 2>&1) && return
    tail -n 3 <<<"$output"
    return 1
}

finish() { # Prints the result; fails if a check has failed
    echo "$passed passed, $failed failed"
    [ "$failed" = 0 ]
}
