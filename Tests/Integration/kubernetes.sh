#!/usr/bin/env bash
# Checks the bookshop's manifests against Kubernetes' schemas and against each other, and the ConfigMap with the program
# itself. It does not run the manifests.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh
source Tests/Integration/server.sh
need python3 python3 python3-venv
build_server debug

temporary_folder
python3 -m venv "$work/tools"
"$work/tools/bin/pip" install --quiet --disable-pip-version-check kubernetes-validate yamllint
rules='{extends: default, rules: {line-length: {max: 120}, document-start: disable}}'

validate() { "$work/tools/bin/kubernetes-validate" --quiet --strict --kubernetes-version "$1" "$2"; } # validate VERSION FILE

deploy=$package/deploy
for manifest in "$deploy"/*.yaml; do
    # The oldest version that was still supported at the time of writing, and the newest version that has schemas.
    for version in 1.34 1.37; do
        check "$manifest is what Kubernetes $version takes" validate "$version" "$manifest"
    done
done
sed 's/startupProbe/startProbe/' "$deploy/deployment.yaml" >"$work/misspelt.yaml"
check "a manifest with a misspelt word is rejected" eval '! validate 1.37 "$work/misspelt.yaml" >/dev/null 2>&1'
check "the manifests are tidy" "$work/tools/bin/yamllint" --strict -d "$rules" "$deploy"

mkdir "$work/config"
"$work/tools/bin/python" - "$deploy" "$work/config" >"$work/facts" <<'END'
import sys, yaml
deploy, config = sys.argv[1:]
read = lambda name: yaml.safe_load(open(f"{deploy}/{name}.yaml"))
deployment, map_, secret, service = map(read, ["deployment", "configmap", "secret", "service"])
for name, text in map_["data"].items():
    open(f"{config}/{name}", "w").write(text)
pod = deployment["spec"]["template"]
container = pod["spec"]["containers"][0]
labels = pod["metadata"]["labels"]
facts = {
    "selector": deployment["spec"]["selector"]["matchLabels"].items() <= labels.items(),
    "service": service["spec"]["selector"].items() <= labels.items(),
    "port": service["spec"]["ports"][0]["targetPort"] in [port["name"] for port in container["ports"]],
    "mounted": pod["spec"]["volumes"][0]["configMap"]["name"] == map_["metadata"]["name"],
    # A single file that is mounted is never replaced.
    "followed": "subPath" not in container["volumeMounts"][0],
    "secret": [
        entry["valueFrom"]["secretKeyRef"] for entry in container["env"] if entry["name"] == "DATABASE_PASSWORD"
    ] == [{"name": secret["metadata"]["name"], "key": "password"}],
    "empty": secret["stringData"] == {"password": ""},
    "grace": pod["spec"]["terminationGracePeriodSeconds"],
    "startup": container["startupProbe"]["periodSeconds"] * container["startupProbe"]["failureThreshold"],
    "readiness": container["readinessProbe"]["periodSeconds"] * container["readinessProbe"]["failureThreshold"],
}
for probe in ["startup", "readiness", "liveness"]:
    facts[f"{probe}-path"] = container[f"{probe}Probe"]["httpGet"]["path"]
for name, value in facts.items():
    print(name, value)
END
fact() { sed -n "s/^$1 //p" "$work/facts"; }
for name in selector service port mounted followed secret; do check "the manifests name each other ($name)" test "$(fact "$name")" = True; done
check "the Secret's file has no password" test "$(fact empty)" = True
for probe in startup:started readiness:ready liveness:live; do
    check "the ${probe%%:*} probe asks for the page that is meant for it" test "$(fact "${probe%%:*}-path")" = "/health/${probe##*:}"
done

# The program reads the mounted ConfigMap, with the environment of the Deployment.
program() {
    env DATABASE_PASSWORD=never-shown REPLICA_NAME=pod-1 "$server" --config "$work/config/applicationContext.json" "$@"
}
runs program --check
check "the program takes the ConfigMap" test "$status" = 0
[ "$status" = 0 ] || echo "$seen"
check "the ConfigMap has PostgreSQL" contains "$seen" "active profiles: cluster"
check "the program follows the ConfigMap" grep -q '"reload": "watch"' "$work/config/applicationContext.json"
check "the program reads all of the ConfigMap" eval '! contains "$seen" setting-unread'
check "the program does not show the password" eval '! contains "$seen" never-shown'

seconds() { sed -n "s/.*\"$1\": \"\([0-9]*\)s\".*/\1/p" "$work/config/applicationContext.json"; } # seconds KEY
drain=$(seconds drain) stop=$(seconds stop) start=$(seconds start) requests=$(seconds drainTimeout)
check "the drain is longer than the readiness probe needs" test "$drain" -gt "$(fact readiness)"
check "the grace is longer than the drain and two stops" test "$(fact grace)" -gt $((drain + 2 * stop))
check "the startup probe waits longer than the start may take" test "$(fact startup)" -gt "$start"
check "requests end before the stop is over" test "$requests" -lt "$stop"

finish
