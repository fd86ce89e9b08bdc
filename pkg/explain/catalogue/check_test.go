package catalogue

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

// TestChecksCompile compiles every expression of every check that comes with
// the plugin; a user's are compiled when they are loaded.
func TestChecksCompile(t *testing.T) {
	catalogue, err := Load()
	if err != nil {
		t.Fatal(err)
	}
	if len(catalogue.checks) < 20 {
		t.Fatalf("found only %d checks", len(catalogue.checks))
	}
	for _, r := range catalogue.checks {
		if err := r.compile(); err != nil {
			t.Errorf("%s: %s: %v", r.Project, r.ID, err)
		}
	}
}

func TestAllFaultyChecksRefused(t *testing.T) {
	for name, c := range map[string]struct{ check, want string }{
		"no id":               {`{from: {kinds: [Gear]}, reason: Failing, message: '"m"'}`, "no id is given"},
		"unknown reason":      {`{id: a, from: {kinds: [Gear]}, reason: Sulking, message: '"m"'}`, `unknown reason "Sulking": use Blocked, `},
		"unknown verdict":     {`{id: a, from: {kinds: [Gear]}, reason: Failing, verdict: Bad, message: '"m"'}`, `unknown verdict "Bad"`},
		"unknown while":       {`{id: a, from: {kinds: [Gear]}, reason: Blocked, message: '"m"', blockers: "[]", while: always}`, `unknown while "always"`},
		"no message":          {`{id: a, from: {kinds: [Gear]}, reason: Failing}`, "needs a message"},
		"nothing at all":      {`{id: a, from: {kinds: [Gear]}}`, "needs a warning"},
		"everything":          {`{id: a, from: {when: "true"}, reason: Failing, message: '"m"'}`, "it applies to every kind"},
		"bad message":         {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: "1 +"}`, "message: compiling"},
		"message no string":   {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: "1"}`, "it yields int, not string"},
		"bad blockers":        {`{id: a, from: {kinds: [Gear]}, reason: Blocked, message: '"m"', blockers: "'x'"}`, "blockers: compiling"},
		"bad when":            {`{id: a, from: {kinds: [Gear], when: "nope"}, reason: Failing, message: '"m"'}`, "from.when: compiling"},
		"while alone":         {`{id: a, from: {kinds: [Gear]}, reason: Blocked, message: '"m"', while: any-gone}`, "while needs blockers"},
		"loss alone":          {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', loss: '"all"'}`, "loss and risk belong together"},
		"less for anybody's":  {`{id: a, from: {kinds: [Gear]}, finalizers: ["*"], reason: Failing, message: '"m"', loss: '"some"', risk: medium}`, "risk medium is less than the high of others"},
		"less for a built-in": {`{id: a, from: {kinds: [Cluster]}, finalizers: [cluster.cluster.x-k8s.io], reason: Failing, message: '"m"', loss: '"some"', risk: medium}`, "risk medium is less than the high of cluster.cluster.x-k8s.io"},
		"bad loss":            {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', loss: "1 +", risk: low}`, "loss: compiling"},
		"unknown risk":        {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', loss: '"all"', risk: dire}`, `unknown risk "dire"`},
		"anyTime alone":       {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', anyTime: true}`, "anyTime needs a condition"},
		"live reason":         {`{id: a, from: {kinds: [Gear]}, reason: DeleteRefused, message: '"m"'}`, "use live"},
		"empty find":          {`{id: a, from: {kinds: [Gear]}, reason: Blocked, message: '"m"', find: {kinds: [Shaft]}}`, "find needs edges"},
		"wide find":           {`{id: a, from: {kinds: [Gear]}, reason: Blocked, message: '"m"', find: {key: object.kind, value: object.kind}}`, "find would read every kind"},
		"find by half":        {`{id: a, from: {kinds: [Gear]}, reason: Blocked, message: '"m"', find: {kinds: [Shaft], key: object.kind}}`, "find needs both key and value"},
		"find by no field":    {`{id: a, from: {kinds: [Gear]}, reason: Blocked, message: '"m"', find: {groups: ["{gruop}"], kinds: [Shaft]}}`, "neither {group} nor {kind} nor the path of a field"},
		"two finds":           {`{id: a, from: {kinds: [Gear]}, reason: Blocked, message: '"m"', find: {edges: [x], key: object.kind}}`, "cannot be used with find.key"},
		"step without text":   {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{command: [kubectl]}]}`, "a step has no text"},
		"unknown placeholder": {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{text: x, command: ["{pod}"]}]}`, `unknown placeholder in "{pod}"`},
		"step too mild":       {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{text: x, command: [kubectl, delete, "{object}"], effect: Changes}]}`, `effect Changes of the step "x" is milder than what "kubectl delete {object}" does: Deletes`},
		"step of a program":   {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{text: x, command: [gearctl, oil], effect: Reads}]}`, `effect Reads of the step "x" is milder than what "gearctl oil" does: Unbounded`},
		"step on no object":   {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{text: x, command: [kubectl, delete, pods, --all]}]}`, `the step "x" takes something (Deletes), so that its command has to name one object and nothing else, by one of {object}, `},
		"step on two objects": {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{text: x, command: [kubectl, delete, "{object}", "{blocker}"]}]}`, "has to name one object"},
		"step on another too": {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{text: x, command: [kubectl, delete, "{object}", pods/b]}]}`, "has to name one object"},
		"step on a file too":  {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{text: x, command: [kubectl, delete, "{object}", --filename=b.yaml]}]}`, "has to name one object"},
		"step on all":         {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{text: x, command: [kubectl, patch, "{object}", -p, '{"spec":{}}', --all], effect: Stops}]}`, "has to name one object"},
		"unknown effect":      {`{id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', next: [{text: x, effect: Explodes}]}`, `unknown effect "Explodes": use Reads, `},
		"unknown field":       {`{id: a, from: {kinds: [Gear]}, because: x}`, `unknown field "because"`},
	} {
		t.Run(name, func(t *testing.T) {
			text := "project: Gearbox\nchecks:\n- " + c.check + "\n"
			_, err := Load(fstest.MapFS{"gearbox.yaml": &fstest.MapFile{Data: []byte(text)}})
			if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), "gearbox.yaml") {
				t.Errorf("got %v, want an error in gearbox.yaml with %q", err, c.want)
			}
		})
	}
}

// TestAllChecksTalkNothingDown has no check of the catalogue make a removal cost less by
// what an object says of itself.
func TestAllChecksTalkNothingDown(t *testing.T) {
	files := builtin(t)
	if err := talkedDown(merge(files), files); err != nil {
		t.Error(err)
	}
	own := func(check string) error {
		_, err := Load(fstest.MapFS{"gearbox.yaml": &fstest.MapFile{Data: []byte(`
project: Gearbox
components: [{name: keeper}]
finalizers:
- {pattern: gearbox.example.org/a, component: keeper, loss: some, risk: medium}
- {pattern: gearbox.example.org/b, component: keeper, loss: all}
checks:
- {id: a, from: {kinds: [Gear]}, reason: Failing, message: '"m"', ` + check + "}\n")}})
		return err
	}
	for check, refused := range map[string]bool{
		`finalizers: [gearbox.example.org/a], loss: '"l"', risk: low`:    true,
		`finalizers: [gearbox.example.org/a], loss: '"l"', risk: medium`: false,
		`finalizers: [gearbox.example.org/a], loss: '"l"', risk: high`:   false,
		`finalizers: [gearbox.example.org/b], loss: '"l"', risk: medium`: true, // nobody has graded it
		`finalizers: [gearbox.example.org/b], loss: '"l"', risk: high`:   false,
		`loss: '"l"', risk: medium`:                                      true, // of both
	} {
		if err := own(check); (err != nil) != refused {
			t.Errorf("%s: %v, refused is to be %t", check, err, refused)
		}
	}
}

// TestCheckOverride proves that a later check takes the place of an earlier one
// with its ID, and that IDs are unique within a directory.
func TestCheckOverride(t *testing.T) {
	file := func(message string) fstest.MapFS {
		text := fmt.Sprintf("project: Gearbox\nchecks:\n- {id: a, from: {kinds: [Gear]}, reason: Failing, message: %q}\n", `"`+message+`"`)
		return fstest.MapFS{"gearbox.yaml": &fstest.MapFile{Data: []byte(text)}}
	}
	catalogue, err := Load(file("first"), file("second"))
	if err != nil {
		t.Fatal(err)
	}
	var messages []string
	for _, r := range catalogue.checks {
		if r.ID == "a" {
			messages = append(messages, r.Message)
		}
	}
	if got := strings.Join(messages, ","); got != `"second"` {
		t.Errorf("got %s", got)
	}
	twice := file("first")
	twice["other.yaml"] = twice["gearbox.yaml"]
	if _, err := Load(twice); err == nil || !strings.Contains(err.Error(), "the id stands in gearbox.yaml already") {
		t.Errorf("got %v", err)
	}
}
