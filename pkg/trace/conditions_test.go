package trace

import (
	"maps"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

func TestConditionsOf(t *testing.T) {
	tests := map[string]struct {
		status string
		want   []Condition
	}{
		"whole": {
			status: `status: {conditions: [{type: Ready, status: "False", reason: R, message: m, lastTransitionTime: "2026-01-02T03:04:05+01:00"}]}`,
			want: []Condition{{
				Type: "Ready", Status: "False", Reason: "R", Message: "m", Since: time.Date(2026, 1, 2, 2, 4, 5, 0, time.UTC),
			}},
		},
		"odd types": {
			status: `status: {conditions: [{type: Ready, status: true, lastTransitionTime: 7, message: [a]}, text, 5, null, {status: "True"}]}`,
			want:   []Condition{{Type: "Ready", Status: "True"}},
		},
		"a map instead of a list": {status: `status: {conditions: {Ready: {status: "True"}}}`},
		"a status that is text":   {status: `status: Ready`},
		"no status":               {status: `spec: {}`},
		"in two places": {
			status: `status: {conditions: [{type: Ready, status: "True"}], v1beta2: {conditions: [{type: Ready, status: "False"}, {type: Deleting, status: "True"}]}}`,
			want:   []Condition{{Type: "Ready", Status: "True"}, {Type: "Deleting", Status: "True"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, conditionsOf(object(racks, "r", with(tt.status)))); diff != "" {
				t.Errorf("conditions (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTelling(t *testing.T) {
	tests := map[string]struct {
		conditions string
		want       []string
	}{
		"a deletion under way comes first": {
			conditions: `[{type: Ready, status: "False"}, {type: Synced, status: "True"}, {type: Paused, status: "True"}, {type: Deleting, status: "True"}]`,
			want:       []string{"Deleting", "Paused", "Ready"},
		},
		"a reason that speaks of it": {
			conditions: `[{type: Ready, status: "True"}, {type: Waits, status: "False", reason: WaitingForDeletion}]`,
			want:       []string{"Waits", "Ready"},
		},
		"what failed, before the bare word that it is deleting": {
			conditions: `[{type: Ready, status: "False", reason: Deleting}, {type: Synced, status: "False", reason: ReconcileError, message: not empty}]`,
			want:       []string{"Synced", "Ready"},
		},
		"a deletion with words of its own, before another failure": {
			conditions: `[{type: Waits, status: "False", reason: Deleting, message: 2 disks left}, {type: Synced, status: "False", reason: ReconcileError, message: not empty}]`,
			want:       []string{"Waits", "Synced"},
		},
		"of two failures, the one with a message": {
			conditions: `[{type: Available, status: "False"}, {type: Synced, status: "False", message: not empty}]`,
			want:       []string{"Synced", "Available"},
		},
		"of a namespace, what is true": {
			conditions: `[{type: NamespaceContentRemaining, status: "True"}, {type: NamespaceDeletionDiscoveryFailure, status: "False"}, {type: NamespaceFinalizersRemaining, status: "True"}]`,
			want:       []string{"NamespaceContentRemaining", "NamespaceFinalizersRemaining", "NamespaceDeletionDiscoveryFailure"},
		},
		"a failure": {
			conditions: `[{type: RemediationFailed, status: "True"}, {type: RolloutFailed, status: "False"}]`,
			want:       []string{"RemediationFailed"},
		},
		"what has nothing to tell": {
			conditions: `[{type: Initialized, status: "True"}, {type: Scheduled, status: "False"}]`,
		},
		"paused by reason": {
			conditions: `[{type: Synced, status: "False", reason: ReconcilePaused}, {type: Ready, status: "True", reason: Available}]`,
			want:       []string{"Synced", "Ready"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, c := range telling(conditionsOf(object(racks, "r", with("status: {conditions: "+tt.conditions+"}")))) {
				got = append(got, c.Type)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("types (-want +got):\n%s", diff)
			}
		})
	}
}

const doneWithNamespace = `
    - {type: NamespaceDeletionDiscoveryFailure, status: "False", reason: ResourcesDiscovered}
    - {type: NamespaceDeletionGroupVersionParsingFailure, status: "False", reason: ParsedGroupVersions}
    - {type: NamespaceDeletionContentFailure, status: "False", reason: ContentDeleted}
    - {type: NamespaceContentRemaining, status: "False", reason: ContentRemoved}`

func TestDisagreement(t *testing.T) {
	gone := deleted(time.Hour)
	hold := held("x.example.com/x")
	tests := map[string]struct {
		kind    Kind
		name    string
		options []option
		want    string
	}{
		"ready":             {racks, "r", []option{gone, with(`status: {conditions: [{type: Ready, status: "True"}]}`)}, "says Ready=True"},
		"live and ready":    {racks, "r", []option{with(`status: {conditions: [{type: Ready, status: "True"}]}`)}, ""},
		"not ready":         {racks, "r", []option{gone, with(`status: {conditions: [{type: Ready, status: "False"}]}`)}, ""},
		"done and not gone": {racks, "r", []option{gone, with(`status: {state: DELETING, conditions: [{type: InstanceSynced, status: "True"}]}`)}, "says InstanceSynced=True beside state=DELETING"},
		"still at it":       {racks, "r", []option{gone, with(`status: {state: DELETING, conditions: [{type: InstanceSynced, status: "False"}]}`)}, ""},
		"attempt made":      {racks, "r", []option{gone, with(`status: {state: DELETING, conditions: [{type: Synced, status: "True"}]}`)}, ""},
		"no status":         {racks, "r", []option{gone}, ""},
		"synced alone":      {racks, "r", []option{gone, with(`status: {conditions: [{type: Synced, status: "True"}]}`)}, ""},
		"ready node":        {nodes, "n", []option{gone, with(`status: {conditions: [{type: Ready, status: "True"}]}`)}, ""},
		"ready, synced":     {racks, "r", []option{gone, with(`status: {conditions: [{type: Synced, status: "True"}, {type: Ready, status: "True"}]}`)}, "says Synced=True and Ready=True"},
		"three":             {racks, "r", []option{gone, with(`status: {phase: Active, conditions: [{type: Synced, status: "True"}, {type: Ready, status: "True"}]}`)}, "says Synced=True, Ready=True and phase=Active"},
		"admits deletion":   {racks, "r", []option{gone, with(`status: {conditions: [{type: Synced, status: "True"}, {type: Ready, status: "False", reason: Deleting}]}`)}, ""},
		"terminating":       {definitions, "r.example.com", []option{gone, with(`status: {conditions: [{type: Established, status: "True"}, {type: Terminating, status: "True"}]}`)}, ""},
		"denies and is paused": {
			racks, "r",
			[]option{gone, with(`status: {phase: Provisioned, conditions: [{type: Paused, status: "True", reason: Paused}, {type: Deleting, status: "False", reason: NotDeleting}]}`)},
			"says Deleting=False (NotDeleting) and Paused=True",
		},
		"denies and is not paused":  {racks, "r", []option{gone, with(`status: {conditions: [{type: Paused, status: "False"}, {type: Deleting, status: "False"}]}`)}, "says Deleting=False"},
		"only paused":               {racks, "r", []option{gone, with(`status: {conditions: [{type: Paused, status: "True"}]}`)}, ""},
		"state":                     {racks, "r", []option{gone, with(`status: {state: ACTIVE}`)}, "says state=ACTIVE"},
		"its status":                {racks, "r", []option{gone, with(`status: {status: HEALTHY, mill: {status: BROKEN}}`)}, "says status=HEALTHY"},
		"its health":                {racks, "r", []option{gone, with(`status: {health: Healthy}`)}, "says health=Healthy"},
		"a status that is not well": {racks, "r", []option{gone, with(`status: {status: BROKEN}`)}, ""},
		"a status of its parts":     {racks, "r", []option{gone, with(`status: {status: {rack: HEALTHY}}`)}, ""},
		"a status that admits it":   {racks, "r", []option{gone, with(`status: {status: Deleting, health: Healthy}`)}, ""},
		"state deleting":            {racks, "r", []option{gone, with(`status: {state: DELETING, conditions: [{type: Ready, status: "True"}]}`)}, ""},
		"bound":                     {racks, "r", []option{gone, hold, with(`status: {phase: Bound}`)}, ""},
		"odd phase":                 {racks, "r", []option{gone, with(`status: {phase: [Active]}`)}, ""},
		"pod past its time":         {pods, "a/p", []option{gone, with(`status: {phase: Running, conditions: [{type: Ready, status: "True"}]}`)}, ""},
		"running, and no pod":       {racks, "r", []option{gone, with(`status: {phase: Running}`)}, "says phase=Running"},
		"pod in its time":           {pods, "a/p", []option{deleted(-time.Minute), with(`status: {phase: Running}`)}, ""},
		"namespace with nothing left": {
			namespaces, "a",
			[]option{gone, with(`
status:
  phase: Terminating
  conditions:` + doneWithNamespace + `
    - {type: NamespaceFinalizersRemaining, status: "False", reason: ContentHasNoFinalizers}`)},
			"says NamespaceContentRemaining=False (ContentRemoved) and NamespaceFinalizersRemaining=False (ContentHasNoFinalizers)",
		},
		"namespace with finalizers left": {namespaces, "a", []option{gone, with(`
status:
  phase: Terminating
  conditions:` + doneWithNamespace + `
    - {type: NamespaceFinalizersRemaining, status: "True"}`)}, ""},
		"namespace that reports less": {namespaces, "a", []option{gone, with(`
status:
  phase: Terminating
  conditions:` + doneWithNamespace)}, ""},
		"namespace that was not looked at": {namespaces, "a", []option{gone, with(`status: {phase: Active}`)}, "says phase=Active"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			tracer := Tracer{Reader: newMemory(object(tt.kind, tt.name, tt.options...)), Now: at}
			g, err := tracer.Trace(t.Context(), []Target{target(tt.kind, tt.name)})
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Nodes[0].Disagreement; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestBygone tells what of a status is of before the deletion, and no more than its times show.
func TestBygone(t *testing.T) {
	gone := deleted(time.Hour)
	const before, after = "2020-01-02T03:04:05Z", "2099-01-02T03:04:05Z"
	const old = "says Ready=True since 2020-01-02 03:04 UTC, from before it was asked to go"
	ready := `{type: Ready, status: "True", lastTransitionTime: "` + before + `"}`
	tests := map[string]struct {
		kind   Kind
		status string
		meta   string
		live   bool
		want   string
	}{
		"all of it":           {status: `conditions: [` + ready + `]`, want: old + "; no time that it shows is of after that"},
		"one later time":      {status: `conditions: [` + ready + `, {type: Shut, status: "False", reason: NotShut, lastTransitionTime: "` + after + `"}]`, want: old},
		"admits the deletion": {status: `conditions: [` + ready + `, {type: Gone, status: "False", reason: DeletionSkipped}]`, want: old},
		"a word of it":        {status: `conditions: [` + ready + `], note: it is deleting its wheels`, want: old},
		"a time in a text":    {status: `conditions: [` + ready + `], note: 12:04:11 turned`, want: old},
		"seconds in a text":   {status: `conditions: [` + ready + `], seen: "4070908800"`, want: old},
		"a day in a name":     {status: `conditions: [` + ready + `], turn: wheel-20990102150405`, want: old},
		"a day as a key":      {status: `conditions: [` + ready + `], turns: {"20990102": done}`, want: old},
		"a number":            {status: `conditions: [` + ready + `], seen: 4070908800`, want: old},
		"a number that is no time": {
			status: `conditions: [` + ready + `], size: 107374182400`, want: old + "; no time that it shows is of after that",
		},
		"written since by its fields": {
			status: `conditions: [` + ready + `]`, want: old,
			meta: `managedFields: [{manager: gears, operation: Update, subresource: status, time: "` + after + `", fieldsV1: {"f:status": {}}}]`,
		},
		"only its spec was written since": {
			status: `conditions: [` + ready + `]`, want: old + "; no time that it shows is of after that",
			meta: `managedFields: [{manager: gears, operation: Update, time: "` + after + `", fieldsV1: {"f:spec": {}}}]`,
		},
		"of the generation of the deletion": {status: `observedGeneration: 2, conditions: [` + ready + `]`, meta: `generation: 2`},
		"of one before":                     {status: `observedGeneration: 1, conditions: [` + ready + `]`, meta: `generation: 2`, want: old + "; no time that it shows is of after that"},
		"looked at since":                   {status: `conditions: [{type: Ready, status: "True", lastTransitionTime: "` + before + `", lastProbeTime: "` + after + `"}]`},
		"looked at before": {
			status: `conditions: [{type: Ready, status: "True", lastTransitionTime: null, lastProbeTime: "` + before + `"}]`,
			want:   "says Ready=True, written on 2020-01-02 03:04 UTC, before it was asked to go; no time that it shows is of after that",
		},
		"no good news": {
			status: `conditions: [{type: Ready, status: "False", lastTransitionTime: "` + before + `"}]`,
			want:   "shows no time of after it was asked to go, the newest being 2020-01-02 03:04 UTC",
		},
		"a state and a time": {
			status: `state: Ready, made: "` + before + `"`,
			want:   "says state=Ready, and shows no time of after it was asked to go, the newest being 2020-01-02 03:04 UTC",
		},
		"no time":         {status: `state: Ready`},
		"of what it runs": {kind: pods, status: `conditions: [` + ready + `]`},
		"healthy":         {status: `conditions: [` + ready + `]`, live: true},
		"still served":    {kind: definitions, status: `conditions: [{type: Established, status: "True", lastTransitionTime: "` + before + `"}, {type: Terminating, status: "True", lastTransitionTime: "` + after + `"}]`},
		"denies it":       {status: `conditions: [` + ready + `, {type: Deleting, status: "False"}]`},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			kind, name := racks, "r"
			if tt.kind.Kind != "" {
				kind = tt.kind
			}
			if kind.Namespaced {
				name = "a/r"
			}
			options := []option{with("status: {" + tt.status + "}"), func(obj *unstructured.Unstructured) {
				more := unstructured.Unstructured{Object: map[string]any{}}
				with("metadata: {" + tt.meta + "}")(&more)
				maps.Copy(obj.Object["metadata"].(map[string]any), more.Object["metadata"].(map[string]any))
				text, _ := obj.MarshalJSON()
				_ = obj.UnmarshalJSON(text) // its numbers are whole then
			}}
			if !tt.live {
				options = append(options, gone)
			}
			tracer := Tracer{Reader: newMemory(object(kind, name, options...)), Now: at, AtLeast: true}
			g, err := tracer.Trace(t.Context(), []Target{target(kind, name)})
			if err != nil {
				t.Fatal(err)
			}
			if got := g.Nodes[0].Bygone; got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}
