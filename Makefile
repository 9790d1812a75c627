# Everything an engineer runs. `make` lists it.

SHELL := /bin/bash
CARGO ?= cargo
# Where builds go, and the binary of one for development.
TARGET := $(or $(CARGO_TARGET_DIR),target)
BUILT := $(TARGET)/debug/api
.DEFAULT_GOAL := help

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "%-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## build, load the sample catalogue into SQLite under ./data, print a key and curl lines, serve
	$(CARGO) build --locked --package api
	exec $(BUILT) demo

.PHONY: test
test: ## run every test, PostgreSQL and a mail server included
	scripts/test-requirements.sh
	$(CARGO) test --locked --workspace --all-features --no-run
	RUST_TEST_THREADS=$${RUST_TEST_THREADS:-6} scripts/with-temporary-folder.sh scripts/with-postgres.sh \
		$(CARGO) test --locked --workspace --all-features --no-fail-fast
	@if [ "$$(id -u)" -eq 0 ]; then $(MAKE) package-test container-test; \
		else echo "not tried: the Debian package and the container image, for which one has to be root"; fi
	scripts/with-temporary-folder.sh clients/tests/run.sh $(BUILT)
	scripts/with-temporary-folder.sh scripts/try-guide.py $(BUILT)
	THROUGH=pgbouncer RUST_TEST_THREADS=$${RUST_TEST_THREADS:-6} scripts/with-temporary-folder.sh \
		scripts/with-postgres.sh $(CARGO) test --locked --workspace --all-features --no-fail-fast \
		--test contract --test postgres -- $(POOLED)

# What `make test` tries through a pooler: cases whose names say one of these.
POOLED := snapshot staged key lease revo page newest audit claim refusal forgotten given_up polling_ \
	$(UNPOOLED)
# What is about connections that a pooler keeps for itself, or told by numbers in the order in which they are given.
UNPOOLED := --skip a_read_only_database_is_not_writable --skip the_lock_does_not_hang_on_a_connection \
	--skip of_two_workers_each_subscription_has_events_in_their_order \
	--skip an_ended_session_that_nobody_used_is_replaced --skip a_queue_that_was_empty_is_read_by_its_indexes \
	--skip staging_reads_no_watches_of_other_products

.PHONY: package-test
package-test: ## install, upgrade and purge the Debian package in a bare Debian (as root)
	scripts/with-temporary-folder.sh $(CARGO) test --locked --workspace --all-features --test package -- --ignored

.PHONY: container-test
container-test: ## build the container image on a bare Debian and run it read-only, as no one (as root)
	scripts/with-temporary-folder.sh $(CARGO) test --locked --workspace --all-features --test container -- --ignored

.PHONY: pooled
pooled: ## run the contract of the PostgreSQL store and the end-to-end tests through pgbouncer in transaction mode
	scripts/test-requirements.sh
	$(CARGO) build --locked --package api
	THROUGH=pgbouncer RUST_TEST_THREADS=$${RUST_TEST_THREADS:-6} scripts/with-temporary-folder.sh \
		scripts/with-postgres.sh $(CARGO) test --locked --package adapter-postgres --package tests --all-features \
		--no-fail-fast --test contract --test postgres --test end_to_end -- $(UNPOOLED)

.PHONY: check
check: lint deny docs test ## everything that must hold before a change lands

.PHONY: fmt
fmt: ## format the code
	$(CARGO) fmt --all

.PHONY: lint
lint: ## check format and lints
	$(CARGO) fmt --all --check
	$(CARGO) clippy --locked --workspace --all-targets --all-features -- -D warnings

.PHONY: deny
deny: ## check layers, licences and sources of dependencies
	@command -v cargo-deny >/dev/null || $(CARGO) install --debug --locked cargo-deny
	$(CARGO) deny --log-level error check bans licenses sources

.PHONY: advisories
advisories: ## check dependencies against the advisory database (downloads it)
	@command -v cargo-deny >/dev/null || $(CARGO) install --debug --locked cargo-deny
	$(CARGO) deny check advisories

.PHONY: clients
clients: ## write what is generated of the clients for Python and TypeScript (downloads the generators)
	$(CARGO) build --locked --package api
	clients/generate.sh $(BUILT)

.PHONY: clients-check
clients-check: ## check that the clients are what would be generated, and can be installed (downloads the generators)
	clients/generate.sh --check

.PHONY: docs
docs: ## build the documentation of the crates
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --workspace --no-deps --all-features

.PHONY: book
book: ## make pages of docs/ in target/book and check their links (builds mdBook where it is not installed)
	scripts/book.sh

.PHONY: pictures
pictures: ## make the pictures of all pages in docs/images anew, by the tests in the browser
	scripts/test-requirements.sh
	$(CARGO) build --locked --workspace --all-features --bin api --test browser
	PICTURES=$(CURDIR)/docs/images scripts/with-temporary-folder.sh \
		$(CARGO) test --locked --workspace --all-features --test browser

.PHONY: bench
bench: ## measure the service, feeds and matching, each figure beside its limit (release build; takes long)
	$(CARGO) build --locked --release --package api --package bench
	scripts/with-postgres.sh $(TARGET)/release/bench all

# Backups that are held, sessions that are ended, deadlocks, full disks: cases whose names say one of these.
BROKEN := dump backup ended_connection given_up full_disk lock passed_over

.PHONY: deb
deb: ## make a Debian package of a release build, in target/debian
	$(CARGO) build --locked --release --package api
	packaging/deb.sh $(TARGET)/release/api target/debian

.PHONY: dist
dist: ## make a tarball of the commit with checksums and a list of what it is made of, in target/dist (release build)
	packaging/dist.sh target/dist

.PHONY: dist-check
dist-check: ## make it twice, in two folders, and compare (two release builds)
	packaging/dist-check.sh

.PHONY: chaos
chaos: ## kill imports, service, database and primaries at random moments: no event lost or repeated (takes minutes)
	$(CARGO) build --locked --release --package api
	SEED=$(SEED) scripts/with-postgres.sh $(CARGO) test --locked --release --package tests --test chaos -- \
		--ignored --nocapture --test-threads=1
	SEED=$(SEED) THROUGH=pgbouncer scripts/with-postgres.sh $(CARGO) test --locked --release --package tests --test chaos -- \
		killed_processes_lose_and_repeat_nothing_on_postgresql --nocapture
	scripts/with-postgres.sh $(CARGO) test --locked --release --package adapter-postgres --all-features \
		--test postgres -- $(BROKEN)
	scripts/with-postgres.sh $(CARGO) test --locked --release --package adapter-postgres --package adapter-sqlite \
		--all-features --test faults
	ACCESS_ROUNDS=500 scripts/with-postgres.sh $(CARGO) test --locked --release --package tests --test end_to_end -- \
		among_replicas --nocapture
	BAD_FEED_ROWS=12500 scripts/with-postgres.sh $(CARGO) test --locked --release --package tests --test end_to_end -- \
		bad_feeds --include-ignored --nocapture --test-threads=1

# How long each run is, and whether it is deliveries alone: so many a second.
SECONDS := 3600
DELIVERIES :=

.PHONY: soak
soak: ## an hour of mixed traffic on each store: nothing fails, nothing grows; DELIVERIES=2000: of deliveries alone
	$(CARGO) build --locked --release --package api --package bench
	scripts/with-postgres.sh $(TARGET)/release/bench soak --seconds $(SECONDS) $(if $(DELIVERIES),--deliveries $(DELIVERIES))
