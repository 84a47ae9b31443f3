#!/usr/bin/env bash
# Checks the workflows and templates of the repository's host with linters from PyPI. It does not run them.
set -euo pipefail
cd "$(dirname "$0")/../.."
source Tests/Integration/checks.sh
need python3 python3 python3-venv

tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
python3 -m venv "$tools"
"$tools/bin/pip" install --quiet --disable-pip-version-check check-jsonschema yamllint zizmor
rules='{extends: default, rules: {line-length: {max: 120}, document-start: disable, truthy: {check-keys: false}, comments: {min-spaces-from-content: 1}}}'

for workflow in .github/workflows/*.yml; do
    check "$workflow is a workflow" "$tools/bin/check-jsonschema" -q --builtin-schema vendor.github-workflows "$workflow"
done
check "no workflow gives away more than it must" "$tools/bin/zizmor" --offline --quiet .github/workflows
for form in .github/ISSUE_TEMPLATE/[!c]*.yml; do
    check "$form is a form" "$tools/bin/check-jsonschema" -q --builtin-schema vendor.github-issue-forms "$form"
done
check "the forms' own file" "$tools/bin/check-jsonschema" -q --builtin-schema vendor.github-issue-config \
    .github/ISSUE_TEMPLATE/config.yml
check "they are tidy" "$tools/bin/yamllint" --strict -d "$rules" .github .spi.yml
for script in $(grep -oh 'Tests/Integration/[a-z]*\.sh\|\.ci/[a-z]*' .github/workflows/*.yml | sort -u); do
    check "$script is there" test -f "$script"
done
finish
