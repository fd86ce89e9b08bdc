package manifest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"sigs.k8s.io/yaml"
)

// The shapes in which controllers of many projects say how it goes, beside conditions.
func TestStatements(t *testing.T) {
	for name, tt := range map[string]struct {
		status string
		want   []string
	}{
		"an operation with its state": {
			`{lastOperation: {type: Delete, state: Error, description: the network is still attached, lastUpdateTime: "2026-03-01T11:00:00Z", progress: 40},
			  lastErrors: [{description: no route, codes: [ERR_INFRA, ERR_QUOTA], lastUpdateTime: "2026-03-01T11:30:00Z"}], observedGeneration: 3}`,
			[]string{
				"status.lastErrors[0].description: no route (ERR_INFRA, ERR_QUOTA) 11:30 fails",
				"status.lastOperation.description: the network is still attached (Delete, Error) 11:00 fails",
				"status.lastOperation.progress: 40% 11:00 share",
			},
		},
		"errors in an operation, with its state": {
			`{operation: {type: Delete, state: Error, lastErrors: [{description: the subnet has interfaces}]}}`,
			[]string{"status.operation.lastErrors[0].description: the subnet has interfaces (Delete, Error) fails"},
		},
		"errors of several items": {
			`{members: [{name: m-1, state: Removed}, {name: m-2, state: Failed, error: its key does not match}], parts: [{name: p-1, error: it is welded on}], steps: [{type: Delete, error: no way out}, {type: Stop}]}`,
			[]string{
				"status.members[m-2].error: m-2: its key does not match (Failed) fails",
				"status.members: 1 of 2 done, and not m-2 share",
				"status.parts[p-1].error: it is welded on fails",
				"status.steps[Delete].error: no way out (Delete) fails",
			},
		},
		"parts that are left": {
			`{steps: [{name: drain, done: true}, {name: detach, done: true}, {name: unregister, done: false}], gears: {g-1: {deleted: true}, g-2: {deleted: false}},
			  zones: [{id: a, phase: Removed}, {id: b, phase: Removing}, {id: c, phase: Released}, {id: d, phase: Waiting}], cleanup: {tasks: [{name: x, state: Done}, {name: wipe-y, state: Running}]}}`,
			[]string{
				"status.cleanup.tasks: 1 of 2 done, and not wipe-y (Running) share",
				"status.gears: 1 of 2 done, and not g-2 share",
				"status.steps: 2 of 3 done, and not unregister share",
				"status.zones[d].phase: d: Waiting",
				"status.zones: 2 of 4 done, and not b (Removing), d (Waiting) share",
			},
		},
		"parts that are left, by words": {
			`{deletionSteps: [{name: a, state: Done}, {name: b, state: Running}], cleanUp: [{name: c, completed: true}, {name: d, completed: false}],
			  racks: [{name: detach-x, done: true}, {name: p, done: false}], releasedRacks: [{name: r, done: true}, {name: s, done: false}]}`,
			[]string{
				"status.cleanUp: 1 of 2 done, and not d share",
				"status.deletionSteps: 1 of 2 done, and not b (Running) share", "status.racks: 1 of 2 done, and not p share",
			},
		},
		"many parts that are left": {
			`{gears: {a: {deleted: true}, b: {deleted: false}, c: {deleted: false}, d: {deleted: false}, e: {deleted: false}, f: {deleted: false}, g: {deleted: false}, h: {deleted: false}}}`,
			[]string{"status.gears: 1 of 8 done, and not b, c, d and 4 more share"},
		},
		"parts that are made": {
			`{releases: [{name: db, state: Succeeded}, {name: web, state: Running}], cleanRooms: [{name: a, completed: true}, {name: b, completed: false}],
			  evictionPolicies: [{name: a, done: true}, {name: b, done: false}], wipers: [{name: a, done: true}, {name: b, done: false}], purgers: [{name: release-web, done: true}, {name: clean-room, done: false}],
			  deletionSteps: [{name: a, state: Done}, {name: b, state: Installing}], cogs: [{name: a, state: Removed}, {name: b, state: Creating}]}`,
			nil,
		},
		"an item by a name that stands in a word": {
			`{zones: [{name: c, phase: Failed, message: "c-1 cannot be left"}, {name: a, phase: Failed, message: zone a is full}], parts: {in: {message: it is in use}, b: {message: still bound}}}`,
			[]string{"status.parts.b.message: b: still bound", "status.parts.in.message: it is in use", "status.zones[c].message: c: c-1 cannot be left (Failed) fails", "status.zones[a].message: zone a is full (Failed) fails"},
		},
		"parts of another sort": {
			`{stages: [{name: build, done: true}, {name: publish, done: false}], zones: [{id: a, phase: Removed}, {id: b, phase: Removed}], racks: [{phase: Removed}, {phase: Full}],
			  cogs: [{name: a, phase: Ready}, {name: b, phase: Running}], pins: [{name: a, state: Deleted}, {name: b, weight: 3}], removals: [{name: a, done: false}, {name: b, done: false}]}`,
			nil,
		},
		"a phase and a message":   {`{phase: Deleting, message: the bucket holds 3 objects}`, []string{"status.message: the bucket holds 3 objects (Deleting)"}},
		"how far an operation is": {`{lastOperation: {type: Delete, progress: 40}}`, []string{"status.lastOperation.progress: 40% share"}},
		"how far, beside a phase": {
			`{phase: Draining, progress: "21%", batch: {drained: 14, total: 60}, copy: {remainingPlates: 46, totalPlates: 60, totalRacks: 3}}`,
			[]string{"status.progress: 21% share", "status.phase: Draining", "status.batch.drained: 14 of 60 share", "status.copy.remainingPlates: remainingPlates: 46 of 60 share"},
		},
		"how far, in the telling of it": {`{erase: {progress: 3/9}, completion: 0.25}`, []string{"status.completion: 25% share", "status.erase.progress: 3/9 share"}},
		"of the nearest total":          {`{deletedPlates: 3, total: 9, totalPlates: 7}`, []string{"status.deletedPlates: 3 of 7 share"}},
		"many, and not how far":         {`{inProgress: 2, shardsComplete: 5, total: 9, batch: {stepsDone: 4}}`, []string{"status.shardsComplete: 5 of 9 share"}},
		"how far, in words for many":    {`{percentComplete: 40, migrationProgress: 5}`, []string{"status.migrationProgress: 5% share", "status.percentComplete: 40% share"}},
		"how many, and of no number":    {`{inProgress: 2, shardsComplete: 5}`, nil},
		"how much is used":              {`{usedPercent: 81, disk: {percentFull: 40, freePercentage: 12}, cpuUtilizationPercentage: 30}`, nil},
		"not begun, done, no share":     {`{a: {progress: 0}, b: {progress: 100, deleted: 3}, c: {progress: "100%", total: 3}, d: {complete: 1}}`, nil},
		"the state of an operation": {
			`{last: {operation: Delete, state: Failed}, task: {action: Create, phase: Ready}, node: {action: Failed}, step: {command: "rm -rf /x", status: Failed}}`,
			[]string{"status.last.state: Failed, operation Delete (Delete) fails", "status.node.action: Failed fails", "status.step.status: Failed fails"},
		},
		"conditions of parts by their names": {
			`{components: {db: {conditions: [{type: Gone, status: "False", reason: Busy, message: the device is open}]}, web: {conditions: [{type: Gone, status: "False", message: web is drained}]}}, children: {cache: {message: cannot be evicted}}, gear: {conditions: [{type: Gone, status: "False", message: it is asleep}]}}`,
			[]string{"status.children.cache.message: cache: cannot be evicted", "status.components.db.conditions[Gone]: db: the device is open (Busy) condition", "status.components.web.conditions[Gone]: web is drained condition", "status.gear.conditions[Gone]: it is asleep condition"},
		},
		"an item without a name": {
			`{parts: {"": {message: it cannot be leftx}, b: {message: still bound to cx}}}`,
			[]string{"status.parts..message: it cannot be leftx", "status.parts.b.message: b: still bound to cx"},
		},
		"errors by the names of items": {
			`{state: Error, errors: {gear-2: host key mismatch at r1, gear-3: ""}, lastError: {url: see the log, message: no link}}`,
			[]string{"status.errors.gear-2: gear-2: host key mismatch at r1 fails", "status.lastError.message: no link (Error) fails"},
		},
		"a phase alone":             {`{phase: Deleting}`, []string{"status.phase: Deleting"}},
		"a state that sounds bad":   {`{parts: [{name: a, phase: Installed}, {name: b, state: Default}]}`, nil},
		"a phase, a reason":         {`{phase: Failed, reason: QuotaExceeded}`, []string{"status.phase: Failed, QuotaExceeded fails"}},
		"a good state":              {`{state: Ready, message: no error since noon}`, []string{"status.message: no error since noon (Ready) fine"}},
		"names of its own":          {`{PostgresClusterStatus: DeleteFailed}`, []string{"status.PostgresClusterStatus: DeleteFailed fails"}},
		"an error and its code":     {`{errorMessage: no such flavor, errorReason: InvalidConfiguration}`, []string{"status.errorMessage: no such flavor (InvalidConfiguration) fails"}},
		"a failure without message": {`{failureReason: DeleteError}`, []string{"status.failureReason: DeleteError fails"}},
		"an error that is none":     {`{error: "", lastError: None, errors: [], errorCount: 3, failureDomains: {a: {controlPlane: true}}}`, nil},
		"an error with a time":      {`{error: {message: snapshot is gone, time: "2026-03-01T11:00:00Z"}, readyToUse: false}`, []string{"status.error.message: snapshot is gone 11:00 fails"}},
		"errors in a list":          {`{errors: [one, two]}`, []string{"status.errors: one fails", "status.errors: two fails"}},
		"an error's own time": {
			`{lastError: no link, lastErrorTime: "2026-03-01T11:00:00Z", remaining: 3, message: two are gone}`,
			[]string{"status.lastError: no link 11:00 fails", "status.message: two are gone", "status.remaining: remaining: 3"},
		},
		"the time of a failure alone": {`{message: no link, failedAt: "2026-03-01T11:00:00Z"}`, []string{"status.message: no link 11:00"}},
		"an error before a success": {
			`{lastSyncError: no link, lastErrorTime: "2026-03-01T11:00:00Z", lastSuccessTime: "2026-03-01T11:10:00Z"}`,
			[]string{"status.lastSyncError: no link 11:00 fails over"},
		},
		"an error before it recovered": {
			`{lastError: {message: no link, time: "2026-03-01T11:00:00Z"}, recoveredAt: "2026-03-01T11:10:00Z"}`,
			[]string{"status.lastError.message: no link 11:00 fails over"},
		},
		"a success of something else": {
			`{lastError: no link, lastErrorTime: "2026-03-01T11:00:00Z", lastSuccessfulBackupTime: "2026-03-01T11:10:00Z"}`,
			[]string{"status.lastError: no link 11:00 fails"},
		},
		"a detachment": {
			`{attached: false, detachError: {message: "rpc error: code = NotFound", time: "2026-03-01T11:00:00Z"}}`,
			[]string{"status.attached: attached: false gone", "status.detachError.message: rpc error: code = NotFound 11:00 fails"},
		},
		"texts in a list": {`{state: error, message: [one, two]}`, []string{"status.message: one; two (error) fails"}},
		"snake and kebab": {`{last_sync_error: no link, "last-error-message": no disk}`, []string{"status.last-error-message: no disk fails", "status.last_sync_error: no link fails"}},
		"what is left":    {`{remainingVolumes: 3, blockedBy: [lease a, lease b], pendingUpgrades: 0}`, []string{"status.blockedBy: blockedBy: lease a, lease b", "status.remainingVolumes: remainingVolumes: 3"}},
		"what is left, as references": {
			`{blockedBy: [{kind: PersistentVolumeClaim, name: scratch-7, usedBy: pod/trainer-0}, {name: no-kind}], remaining: {kind: Pod, name: a, namespace: b}}`,
			[]string{"status.blockedBy: blockedBy: PersistentVolumeClaim scratch-7, which is used by pod/trainer-0", "status.remaining: remaining: Pod b/a"},
		},
		"references that are not left": {`{volumes: [{kind: PersistentVolumeClaim, name: scratch-7}], ref: {kind: Pod, name: a}}`, nil},
		"a map of items":               {`{nodes: {n1: {phase: Failed, message: exit 1, finishedAt: "2026-03-01T11:00:00Z"}, n2: {phase: Succeeded}}}`, []string{"status.nodes.n1.message: n1: exit 1 (Failed) 11:00 fails"}},
		"steps that are to come":       {`{steps: [{name: revoke-key, state: Done}, {name: drop-base, state: Running}, {name: remove-name, state: Pending}]}`, []string{"status.steps[remove-name].state: remove-name: Pending", "status.steps: 1 of 3 done, and not drop-base (Running), remove-name (Pending) share"}},
		"a step that is made":          {`{steps: [{name: first, state: Done}, {name: remove-old, state: Done}, {name: second, state: Pending}]}`, []string{"status.steps[second].state: second: Pending"}},
		"items that only wait":         {`{clusters: [{name: east, status: WaitingForRemoval}, {name: west, status: OK}]}`, []string{"status.clusters[east].status: east: WaitingForRemoval"}},
		"a state that is an object": {
			`{state: {phase: Aborted, reason: Evicted, message: a node went}}`, []string{"status.state.message: a node went (Evicted, Aborted) fails"},
		},
		"a state beside an error of several fields": {
			`{members: [{name: a, state: Failed, lastFailure: {code: 409, detail: the volume is attached}}, {name: b, state: Failed, lastFailure: {code: 409}}]}`,
			[]string{"status.members[a].lastFailure.detail: a: the volume is attached (Failed) fails", "status.members[b].state: b: Failed fails"},
		},
		"a time until which is waited": {
			`{nextAttemptTime: "2026-03-01T11:00:00Z", retainUntil: "2026-03-02T11:00:00Z", nextBackup: "2026-03-01T11:00:00Z", retryAfter: 30s, attempts: 3, attemptedAt: "2026-03-01T11:00:00Z"}`,
			[]string{"status.nextAttemptTime: next attempt time: 2026-03-01T11:00:00Z coming", "status.retainUntil: retain until: 2026-03-02T11:00:00Z coming", "status.retryAfter: retry after: 30s 11:00 coming"},
		},
		"how long is waited": {
			`{lastAttemptTime: "2026-03-01T11:00:00Z", retryAfter: 300s, gate: {retryAfterSeconds: 90}, notBefore: "2026-03-01T18:00:00Z", resumesAt: "2026-03-01T19:00:00Z", keepSeconds: 90}`,
			[]string{
				"status.notBefore: not before: 2026-03-01T18:00:00Z coming", "status.resumesAt: resumes at: 2026-03-01T19:00:00Z coming",
				"status.retryAfter: retry after: 300s 11:00 coming",
			},
		},
		"conditions of an item": {
			`{conditions: [{type: Ready, status: "False", message: own}], kafka: {conditions: [{type: Reconciled, status: "False", reason: Failed, message: no topic}]}}`,
			[]string{"status.kafka.conditions[Reconciled]: no topic (Failed) condition"},
		},
		"an object in a text": {`{error: '{"type":"Oops","message":"job is lost"}'}`, []string{"status.error.message: job is lost (Oops) fails"}},
		"nothing to quote":    {`{token: abc, kubeconfig: "apiVersion: v1", message: "apiVersion: v1\nkind: Secret", outputs: {password: p}, loadBalancer: {ingress: [{ip: 10.0.0.1}]}}`, nil},
		"a flag":              {`{failed: true, degraded: false}`, []string{"status.failed: failed: true fails"}},
		"no object":           {`[]`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var status any
			if err := yaml.Unmarshal([]byte(tt.status), &status); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, told(StatementsOf(map[string]any{"status": status}))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestStatementsOfAnnotation(t *testing.T) {
	for _, tt := range []struct {
		key, value string
		want       []string
	}{
		{"a.io/last-error", "no quota left", []string{"metadata.annotations[a.io/last-error]: no quota left fails"}},
		{"a.io/delete-failed", "2026-03-01T11:00:00Z", []string{"metadata.annotations[a.io/delete-failed]: delete-failed: 2026-03-01T11:00:00Z 11:00 fails"}},
		{"a.io/cleanup-failed", "true", []string{"metadata.annotations[a.io/cleanup-failed]: cleanup-failed: true fails"}},
		{"a.io/status", "Deprovisioning", nil},
		{"a.io/external-create-pending", "2026-03-01T11:00:00Z", nil},
		{"a.io/cleanup-attempted-at", "2026-03-01T11:00:00Z", []string{"metadata.annotations[a.io/cleanup-attempted-at]: cleanup-attempted-at: 2026-03-01T11:00:00Z 11:00"}},
		{"a.io/drain-progress", "62%", []string{"metadata.annotations[a.io/drain-progress]: 62% share"}},
		{"a.io/drain-progress", "100%", nil},
		{"a.io/on_delete", `{"retries":17,"success":false,"message":"3 shards are left"}`, []string{"metadata.annotations[a.io/on_delete].message: 3 shards are left"}},
		{"a.io/last-applied-message", `no quota left`, nil},
		{"a.io/message", `{"apiVersion":"v1","message":"no"}`, nil},
		{"a.io/error-token", "c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0c2VjcmV0", nil},
		{"a.io/owner", "team red", nil},
	} {
		if diff := cmp.Diff(tt.want, told(StatementsOfAnnotation(tt.key, tt.value))); diff != "" {
			t.Errorf("%s: (-want +got):\n%s", tt.key, diff)
		}
	}
}

// A status of any size and depth is read in bounds.
func TestStatementsBounded(t *testing.T) {
	deep := map[string]any{"message": "bottom"}
	var wide []any
	for i := range 2000 {
		deep = map[string]any{"inner": deep}
		wide = append(wide, map[string]any{"name": fmt.Sprint(i), "error": "lost"})
	}
	if got := StatementsOf(map[string]any{"status": map[string]any{"deep": deep, "wide": wide}}); len(got) != mostStatements {
		t.Errorf("%d statements", len(got))
	}
}

func told(all []Statement) []string {
	var out []string
	for _, s := range all {
		line := s.Source() + ": " + s.Text
		if s.Reason != "" {
			line += " (" + s.Reason + ")"
		}
		if !s.At.IsZero() {
			line += s.At.Format(" 15:04")
		}
		for _, flag := range []struct {
			on   bool
			word string
		}{{s.Fails, " fails"}, {s.Over, " over"}, {s.Fine, " fine"}, {s.Gone, " gone"}, {!s.Coming.IsZero(), " coming"}, {s.Condition != nil, " condition"}, {s.Share, " share"}} {
			if flag.on {
				line += flag.word
			}
		}
		out = append(out, strings.TrimSpace(line))
	}
	return out
}
