# "make help" lists what there is to do.
.DEFAULT_GOAL := help
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c

# All that is built for this machine is built alike, so that what is shared is built once: tests,
# tools, the plugin, the control plane, the controllers, and what is released for it.
export GOFLAGS     := $(strip $(filter-out -trimpath -buildvcs=false,$(GOFLAGS)) -buildvcs=false -trimpath)
export CGO_ENABLED ?= 0
GO      ?= go
LAB     := $(GO) run ./test/lab/cmd/lab
TELL    := $(GO) run ./test/progress
TOOL    := $(GO) tool -modfile=.ci/tools/go.mod
VERSION ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo v0.0.0-dev)
# Every Go module of the repository, for what must hold in each.
MODULES := . .ci/tools test/controlplane test/node $(patsubst %/go.mod,%,$(wildcard test/systems/*/go.mod)) test/release/krew
# What a release is called where no tag says it; krew takes only a version.
RELEASE ?= $(shell git describe --tags --match 'v[0-9]*' --dirty 2>/dev/null || echo v0.0.0-g$$(git describe --always --dirty))
# The time of the files in its archives: that of the commit, the same on every machine.
SOURCE_DATE_EPOCH ?= $(shell git log -1 --format=%ct 2>/dev/null || echo 315532800)

# The scripts of test/systems in which a command stands: what the demo shows is captured, and
# what was foretold comes true. A name may stand in several systems.
scripts_with = ^($(shell grep -lE '^($(1)) ' test/systems/*/*.txtar | xargs -r -n1 basename -s .txtar | sort -u | paste -sd '|'))$$
CAPTURING = $(call scripts_with,capture)
USUAL = $(call scripts_with,capture|comestrue)
# The release of kro after the incident is run with all there is: its controller takes minutes to build.
RARE = ^TestKro$$

# The packages in which something runs beside something else: the race detector makes tests five
# times slower, and finds nothing in the others but what it finds in those that call them.
packages_with = $(patsubst %/,./%,$(sort $(dir $(shell grep -rlE --include='$(1)' $($(2)) cmd pkg))))
starting   := '^[[:space:]]*go [[:alpha:](]|"sync(/atomic)?"|"golang.org/x/sync/'
testing    := '^func Test'
walking    := '^func TestAll[A-Z]'
CONCURRENT  = $(call packages_with,*.go,starting)
SEQUENTIAL  = $(filter-out $(CONCURRENT),$(call packages_with,*_test.go,testing))
# Tests that walk through all archives, entries or answers are called TestAll…: they find no race
# that the others do not.
WALKING     = $(filter $(CONCURRENT),$(call packages_with,*_test.go,walking))

.PHONY: help
help: ## List the targets.
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  %-14s %s\n", $$1, $$2}'

.PHONY: build
build: ## Build the plugin into bin/.
	$(GO) build -ldflags "-s -w -X main.stamp=$(VERSION)" -o bin/kubectl-finalizers ./cmd/kubectl-finalizers

.PHONY: demo
demo: build ## Show five incidents from snapshots: the tree, the reason, the plan of a removal.
	@$(GO) run ./test/demo/cmd/demo

.PHONY: demo-capture
demo-capture: assets ## Renew the snapshots: produce the incidents with the real controllers.
	cd test/systems && $(GO) test -tags systems -count=1 -timeout 60m -run '^Test/^script$$/$(CAPTURING)' -capture=$(CURDIR)/test/demo

.PHONY: pictures
pictures: ## Draw the pictures of the documents anew, from real runs on a snapshot.
	$(GO) generate ./test/pictures

.PHONY: demo-live
demo-live: assets ## Show the five incidents on the real controllers, and what ends them.
	@cd test/systems && $(GO) test -tags systems -count=1 -timeout 60m -run '^Test/^script$$/$(CAPTURING)' -show

.PHONY: test
test: test-unit test-scripts ## Run the tests of every day: ten minutes on two cores, once everything is built.

# The tests that need no control plane live for seconds, in heaps of some megabytes: collecting
# garbage less often spares a fifth of their processor time.
.PHONY: test-unit
test-unit: export GOGC ?= 400
test-unit: ## Run the tests that need no control plane: with the race detector where something can race.
	CGO_ENABLED=1 $(GO) test -race -short -shuffle=on -skip '^TestAll[A-Z]' -ldflags="-s -w" -json -timeout 30m $(CONCURRENT) | $(TELL)
	$(GO) test -short -shuffle=on -ldflags="-s -w" -json -timeout 30m $(SEQUENTIAL) | $(TELL)
	$(GO) test -short -shuffle=on -run '^TestAll[A-Z]' -ldflags="-s -w" -json -timeout 30m $(WALKING) | $(TELL)

.PHONY: test-scripts
test-scripts: assets ## Run the scripts: the real plugin, through the real kubectl, on a real control plane.
	$(GO) test -short -shuffle=on -parallel 4 -ldflags="-s -w" -json -timeout 60m ./test/scripts | $(TELL)

.PHONY: test-more
test-more: assets ## Run the rest that needs one: documents, removals disturbed, the lab, serve, far servers, forecasts.
	$(GO) test -short -shuffle=on -p 3 -parallel 4 -ldflags="-s -w" -json -timeout 30m $$($(GO) list ./test/... ./examples/... | grep -v /test/scripts$$) | $(TELL)

.PHONY: test-systems
test-systems: assets ## Produce the five incidents, and do what preflight foretells, with the real controllers.
	$(GO) test -tags systems -count=1 -timeout 60m -json -run '^Test/^script$$/$(USUAL)' -skip '$(RARE)' ./test/systems | $(TELL)

.PHONY: test-long
test-long: assets ## Run all there is, which takes hours: every script of the real controllers, long random runs, fuzzing.
	FINALIZERS_TEST_SNAPSHOTS=all FINALIZERS_TEST_WORLDS=$(or $(WORLDS),500) CGO_ENABLED=1 $(GO) test -race -shuffle=on -json -timeout 2h ./... | $(TELL)
	$(GO) test -tags systems -count=1 -timeout 3h -json ./test/systems | $(TELL)
	FUZZTIME=$(or $(FUZZTIME),1m) .ci/fuzz

.PHONY: release
release: ## Build the archives, bills of materials and checksums of all platforms into dist/.
	rm -rf dist
	$(GO) run ./test/release/cmd/release -version "$(RELEASE)" -date "$(SOURCE_DATE_EPOCH)" -out dist

.PHONY: image
image: ## Build an OCI image for "serve" in a cluster into dist/, without Docker.
	$(GO) run ./test/release/cmd/release -image -version "$(RELEASE)" -date "$(SOURCE_DATE_EPOCH)" -out dist

.PHONY: krew
krew: release assets ## Build the release, and have the real krew judge, install and remove it.
	$(GO) test -tags krew -count=1 -timeout 30m -json ./test/release -dist "$(CURDIR)/dist" | $(TELL)

.PHONY: reproduce
reproduce: ## Build dist/ once more, from a clone and with an empty cache, and compare.
	scratch=$$(mktemp -d); trap 'chmod -R u+w "$$scratch"; rm -rf "$$scratch"' EXIT; \
	git clone --quiet . "$$scratch/clone"; cd "$$scratch/clone"; \
	GOCACHE="$$scratch/cache" $(MAKE) release RELEASE="$(RELEASE)" SOURCE_DATE_EPOCH="$(SOURCE_DATE_EPOCH)"; \
	diff "$(CURDIR)/dist/checksums.txt" dist/checksums.txt && echo "the same, byte for byte"

.PHONY: lint
lint: ## Check style and the import rules.
	$(TOOL) golangci-lint run ./...

.PHONY: fmt
fmt: ## Format the code.
	$(TOOL) golangci-lint fmt ./...

.PHONY: audit
audit: ## Print N (20) random entries of the catalogue, to hold against their sources; SEED repeats a sample.
	@$(GO) run ./test/audit -n $(or $(N),20) -seed $(or $(SEED),0)

.PHONY: bench
bench: assets ## Measure; also BENCH_SCALE and, replayed, BENCH_REPLAYED times as many objects; BENCH_ONLY names parts.
	$(GO) test -run '^$$' -bench . -benchmem -benchtime 300ms ./cmd/... ./pkg/...
	$(GO) run ./test/bench -scale=$(or $(BENCH_SCALE),1) -replayed=$(or $(BENCH_REPLAYED),0) -only=$(BENCH_ONLY) -tree=$(KUBECTL_TREE)

.PHONY: fuzz
fuzz: ## Run every fuzz target for FUZZTIME (default 10s) each.
	FUZZTIME=$(or $(FUZZTIME),10s) .ci/fuzz

.PHONY: verify
verify: ## Check that modules are tidy, generated files current, and no known vulnerability is reached.
	MODULES="$(MODULES)" .ci/verify

.PHONY: cluster
cluster: ## Start a real control plane for trying things out; prints its kubeconfig.
	@$(LAB) up

.PHONY: cluster-down
cluster-down: ## End it and remove everything of it.
	@$(LAB) down

.PHONY: assets
assets: ## Build the control plane and the node that tests use, if they are not there yet.
	@$(LAB) build
