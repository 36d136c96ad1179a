# The gates: checks that a change must pass. `make` lists them, `make NAME` runs one. .ci/run and .ci/full run many.
#
# A gate is a target with a text after ##. The heading ##@ above the gate says when the gate runs, and the variable NAME.paths
# has its paths. A test compares the table of docs/gates.md with this file.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
MAKEFLAGS += --no-print-directory
# A test that lacks a program fails instead of being skipped.
export CI := true
# Copies of the repository share what is compiled. vet is a part of lint.
export GOFLAGS := -trimpath -vet=off

gates_below = $(shell sed -n '/^\#\#@ $1/,/^\#\#@/s/^\([a-z-]*\):.*\#\# .*/\1/p' Makefile)
CHANGE := $(call gates_below,change)
PATHS := $(call gates_below,paths)
FULL := $(call gates_below,full)
HAND := $(call gates_below,hand)
RUNS := $(call gates_below,runs)

# What .ci/generate writes.
GENERATED := gen ent clients/go deploy/helm/workplan/files deploy/observability \
  docs/operate/configuration.md docs/operate/metrics.md docs/operate/runbooks
# The product, what is made and measured with it, and the programs of the scenario of the Go client.
MODULES := . tools clients/go/conformance
# Tests of a request of each kind. Tests of connections and limits set up their own poolers.
CORE := Identity|List|Create|Update|Upsert|Idempot|TimeOff|Isolation|Events|Capacity|Golden|Holidays|Keys|Webhooks|Calls
CORE := $(CORE)|WorkingPatterns|UserCapabilities

##@ runs: many gates

help: ## this list
	@awk -F ':.*## ' '/^##@ / { print "\n" substr($$0, 5) } /^[a-z-]+:.*## / { printf "  %-20s %s\n", $$1, $$2 }' Makefile

change: $(CHANGE) $(PATHS:%=if-changed/%) ## the gates of change, and those of paths that changed since they passed; .ci/run does this
	@.ci/vulnerabilities --age
	@echo "Gates of .ci/full last passed on:"
	@sed -nE 's/^\| ([a-z-]+) \|.*\| ([0-9-]+) \| `([0-9a-f]+)` \|$$/  \1: \2, \3/p' .ci/REPORT.md

quick: $(CHANGE) ## the gates of change

full: $(FULL:%=passed/%) $(PATHS:%=passed/%) ## the gates of full and of paths, and the report of those that pass; .ci/full does this

##@ change: in each .ci/run and each .ci/full

gates: ## docs/gates.md and the hosted workflow have the gates of the Makefile; when a gate of paths runs
	go -C tools test -count=1 ./gates

generated: ## generated code of the server and of the Go client is fresh
	.ci/generate
	@if git status --short -- $(GENERATED) | grep .; then echo "Commit the files above, which .ci/generate has written." >&2; exit 1; fi

modules: ## go.mod is tidy, and `go install` accepts it
	.ci/modules $(MODULES)

lint: ## gofmt, vet, staticcheck
	.ci/lint $(MODULES)

lines: ## no line of Go that is written by hand has more than 120 columns, or 140 with a text
	.ci/lines --self-test

workflows: ## the hosted workflow: actionlint, pinned actions, permissions, time limits
	.ci/workflows --self-test

vulnerabilities: ## known vulnerabilities, if the list can be reached
	.ci/vulnerabilities

vulnerabilities-step: ## known vulnerabilities: what the step does without the list, and with one
	.ci/vulnerabilities --self-test

protos: ## protos: lint, format, compatibility
	.bin/buf lint
	.bin/buf format proto --diff --exit-code
	.bin/buf build gen/protos # fails if a proto that clients get has a missing import
	.ci/breaking

openapi: ## the OpenAPI document: linters, compatibility
	.ci/openapi/check
	.ci/breaking-openapi --self-test
	.ci/breaking-openapi

migrations: ## new migrations: squawk
	.ci/migrations/check --self-test

rules: ## the rules of Prometheus, and a test of each alert
	.ci/rules

tests: tests-product tests-tools ## all tests of Go

# The acceptance tests take longest, so they begin first. An identity provider of a test is a package of Node.js.
tests-product:
	npm ci --prefix .ci/oidc --no-audit --no-fund --ignore-scripts --loglevel=error
	go test -timeout 20m ./services/acceptance ./...

tests-tools:
	go -C tools test -timeout 20m ./...

add-field: ## the recipe to add a field
	.ci/add-field

races: ## the race detector, over the packages that share memory between goroutines and over streams and floods of requests
	.ci/races

examples: ## the examples of the README and of the guides
	.ci/examples

##@ paths: in each .ci/full, and in .ci/run if a path changed since the gate last passed

clients: ## the clients of all languages, and the samples of the reference
	.ci/clients
clients.paths := .ci/clients clients gen/openapi gen/protos proto tools/clients tools/site services/doors/docs/samples_test.go

receivers: ## the receivers of the guide of webhooks, in all languages
	.ci/receivers
receivers.paths := .ci/receivers .ci/with-dev clients services/doors/docs/guides/webhooks.md services/webhooks

generators: ## the generated clients of the guide, compiled and used
	.ci/generators/run
generators.paths := .ci/generators .ci/with-dev gen/openapi services/doors/docs/guides/clients.md

stranger: ## a stranger's testers, over REST and gRPC
	.ci/stranger/run
stranger.paths := .ci/stranger .ci/with-dev gen/openapi test/openapi internal/parquet proto \
  services/chain/call services/chain/grpc services/chain/rest

mcp: ## an assistant with the SDK of Python, over HTTP and `workplan mcp`; the conformance suite and the inspector
	.ci/mcp/run
mcp.paths := .ci/mcp .ci/with-dev cmd/workplan/mcp.go services/doors/mcp

scim: ## the testers and the client of SCIM of others, with a key of the scope `scim`
	.ci/scim/run
scim.paths := .ci/scim .ci/with-dev services/doors/scim

console: ## the web app of the console: types, build, size, and in a browser
	.ci/console
console.paths := .ci/console .ci/with-dev proto services/doors/console web

pages: ## the pages at /docs in a browser
	.ci/browser/check
pages.paths := .ci/browser .ci/with-dev gen/docs services/doors/docs/docs.go tools/site

observability: ## a real Prometheus: queries and alerts
	.ci/observability
observability.paths := .ci/observability cmd/workplan/telemetry_test.go deploy/observability internal/metrics tools/observability

helm: ## the chart, rendered and checked
	.ci/helm
helm.paths := .ci/helm deploy/helm/workplan

containers: ## the image and the Compose file in containers
	.ci/containers
containers.paths := .ci/containers deploy/compose deploy/image :!deploy/compose/REPORT.md

##@ full: only in .ci/full

# The first one, because it refuses reports that are not committed.
release: ## the files of a release, and the deb under systemd
	.ci/release-dry-run --target linux_amd64

run: ## all gates of change
	$(MAKE) --jobs=2 --output-sync=target quick

races-all: ## the race detector, over all tests that share memory
	.ci/races --all

kubernetes: ## the chart in a real cluster
	.ci/kubernetes

pooled: ## the core of the contract through PgBouncer, in both modes
	WORKPLAN_TEST_POOLER=transaction go test ./services/acceptance -run '^Test($(CORE))'
	WORKPLAN_TEST_POOLER=session go test ./services/acceptance -run '^Test($(CORE))'

faults: ## faults of processes and of the network, each with its control
	go -C tools run ./faults --ages docs/reports/faults.md
	go -C tools run ./faults --short

histories: ## one order explains what concurrent clients saw while processes were killed and the organization moved
	go -C tools run ./histories --short

soak: ## nothing grows under mixed load while the server is killed, and a leak on purpose is seen
	go -C tools run ./soak --short

scale: ## many organizations at the load that the page of capacity planning computes
	go -C tools run ./scale --short

drill: ## a database is lost and restored twice
	go -C tools run ./drill --short

upgrade: ## an upgrade under load, and back
	.ci/upgrade --write

##@ hand: by hand, because it takes long, needs another machine, or publishes

fuzz: ## each fuzz target, for longer than `go test`
	.ci/fuzz

faults-all: ## the faults many times
	go -C tools run ./faults --write docs/reports/faults.md

histories-all: ## histories for ten minutes
	go -C tools run ./histories --write docs/reports/histories.md

soak-all: ## the soak for 24 hours, in pieces; DIR=… is the folder that keeps its state
	go -C tools run ./soak --dir $(or $(DIR),$(error Say DIR=…)) --hours 24 --write docs/reports/soak.md

scale-all: ## the scale with 1,000 organizations of 200 people
	go -C tools run ./scale --write docs/reports/scale-run.md

settled-all: ## histories of settled days for ten minutes, with their controls
	go -C tools run ./histories --only settled,settled-killed --write docs/reports/settled.md

proposals-all: ## histories of proposals for ten minutes, with their controls
	go -C tools run ./histories --only proposals,proposals-killed --write docs/reports/proposals.md

moves-all: ## moves of an organization, a large one and many with kills
	go -C tools run ./histories --only moved --rows 2000000 --write docs/reports/moves.md

placements-all: ## placements of an organization on another worker of Citus, a large one and many with kills; needs `WORKPLAN_CITUS_URL`
	go -C tools run ./histories --only placed --rows 200000 --write docs/reports/placements.md

drill-all: ## the drill with all data
	go -C tools run ./drill --write docs/reports/backup-drill.md

performance: ## other servers beside this one
	go -C tools run ./bench report

citus: ## the tests on a Citus cluster that runs; needs `WORKPLAN_CITUS_URL`
	go test ./services/acceptance -timeout 60m

record-release: ## a release becomes what later changes are compared with
	.ci/release

##@

# A gate of paths, if one of its paths changed.
IF_CHANGED := $(PATHS:%=if-changed/%)
$(IF_CHANGED): if-changed/%:
	@if .ci/changed $* $($*.paths); then $(MAKE) $*; fi

# A gate of .ci/full, and then its row in the report.
PASSED := $(FULL:%=passed/%) $(PATHS:%=passed/%)
COMMIT := $(shell git rev-parse --short=12 HEAD)
$(PASSED): passed/%: | committed
	@mkdir -p .cache && date +%s >.cache/begin
	@$(MAKE) $*
	@.ci/report $* $$(($$(date +%s) - $$(cat .cache/begin))) $(COMMIT) $(PASSED:passed/%=%)

# Gates write reports. Nothing else may differ from the commit that the report names.
committed:
	@[ -z "$$(git status --porcelain -- . ':!*REPORT.md' ':!docs/reports/upgrade-report.md')" ] || \
	  { echo "Commit your changes first: the report names the commit." >&2; exit 1; }

# The order of a run: `here` leaves of some targets those of this run, and in a `chain` each one waits for the one before it.
RUN := $(MAKECMDGOALS) $(if $(filter change quick,$(MAKECMDGOALS)),$(CHANGE)) $(if $(filter change,$(MAKECMDGOALS)),$(IF_CHANGED))
here = $(filter $(RUN),$1)
chain = $(if $(word 2,$1),$(eval $(word 2,$1): | $(firstword $1))$(call chain,$(wordlist 2,$(words $1),$1)))
# Other gates read what is generated.
FIRST := $(call here,gates generated)
QUICK := $(call here,$(filter-out gates generated tests add-field races examples,$(CHANGE)))
$(call chain,$(FIRST))
$(QUICK): | $(FIRST)
tests-product tests-tools add-field: | $(FIRST) $(QUICK)
# Alone, because some of its tests have a limit of a second.
races: | $(FIRST) $(QUICK) $(call here,tests add-field)
# At most two at a time, one of each chain. Those of the first chain use the same ports, and the same files of Maven.
both = $(foreach gate,$1,$(call here,$(gate) if-changed/$(gate)))
CALLERS := clients examples receivers generators stranger mcp scim observability
$(call chain,$(call here,races) $(call both,$(CALLERS)))
$(call chain,$(call here,races) $(call both,console pages helm containers))
$(call chain,$(call here,$(FULL) $(HAND)))

.DEFAULT_GOAL := help
.PHONY: $(RUNS) $(CHANGE) $(PATHS) $(FULL) $(HAND) $(IF_CHANGED) $(PASSED) committed tests-product tests-tools
