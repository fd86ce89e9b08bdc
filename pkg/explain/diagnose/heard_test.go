package diagnose_test

import (
	"hash/fnv"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/catalogue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/render"
)

// sentences are what nothing in the archives holds: what fails, what is waited for, and
// what tells neither.
var sentences = []string{
	"failed to release the zorg: 3 blades of it are bent",
	"waiting until the 3 blades of the zorg are straight",
	"the zorg has 3 blades, and one of them is blue",
}

// planting puts a sentence into an object, and returns what else is to be in the cluster.
type planting func(object map[string]any, sentence string) map[string]any

// ofKubelet is the place for a pod that no finalizer holds: only its kubelet does, and tells why.
const ofKubelet = "event of a kubelet"

// plantings are the places where controllers say how a deletion goes.
var plantings = map[string]planting{
	"condition": func(o map[string]any, sentence string) map[string]any {
		status := within(o, "status")
		list, _ := status["conditions"].([]any)
		status["conditions"] = append(slices.Clone(list), map[string]any{"type": "ZorgReleased", "status": "False", "reason": "Bent", "message": sentence})
		return nil
	},
	"conditions by their types": status(`{conditions: {ZorgReleased: {status: "False", reason: Bent, message: SENTENCE}}}`),
	"condition of other fields": status(`{conditions: [{name: ZorgReleased, ok: false, error: SENTENCE}]}`),
	"condition with a flag":     status(`{conditions: [{type: ZorgReleased, status: false, reason: Bent, message: SENTENCE}]}`),
	"condition of a part":       status(`{zorg: {conditions: [{type: Released, status: "False", reason: Bent, message: SENTENCE}]}}`),
	"message":                   status(`{message: SENTENCE}`),
	"reason":                    status(`{reason: SENTENCE}`),
	"failure message":           status(`{failureMessage: SENTENCE, failureReason: Bent}`),
	"last error":                status(`{lastError: SENTENCE}`),
	"list of errors":            status(`{lastErrors: [{description: SENTENCE, codes: [ERR_BENT]}]}`),
	"texts of errors":           status(`{errors: [SENTENCE, another]}`),
	"operation":                 status(`{lastOperation: {type: Delete, state: Error, description: SENTENCE, lastUpdateTime: "2026-03-01T11:59:00Z"}}`),
	"error of an operation":     status(`{releaseError: {message: SENTENCE, time: "2026-03-01T11:59:00Z"}}`),
	"item of a list":            status(`{zorgs: [{name: z-1, state: Failed, message: SENTENCE}, {name: z-2, state: Ready}]}`),
	"item of a map":             status(`{zorgs: {z-1: {phase: Error, error: SENTENCE}}}`),
	"annotation": func(o map[string]any, sentence string) map[string]any {
		host, _, _ := strings.Cut(finalizerOf(o), "/")
		within(within(o, "metadata"), "annotations")[host+"/last-error"] = sentence
		return nil
	},
	"annotation in JSON": func(o map[string]any, sentence string) map[string]any {
		host, _, _ := strings.Cut(finalizerOf(o), "/")
		within(within(o, "metadata"), "annotations")[host+"/on-delete"] = `{"retries":7,"success":false,"message":"` + sentence + `"}`
		return nil
	},
	"event": func(o map[string]any, sentence string) map[string]any {
		return eventAbout(o, sentence, `{count: 4, firstTimestamp: "2026-03-01T11:50:00Z", lastTimestamp: "2026-03-01T11:59:30Z", source: {component: zorgd}}`)
	},
	"event of a series": func(o map[string]any, sentence string) map[string]any {
		return eventAbout(o, sentence, `{eventTime: "2026-03-01T11:50:00.000000Z", series: {count: 4, lastObservedTime: "2026-03-01T11:59:30.000000Z"}, reportingComponent: zorgd}`)
	},
	ofKubelet: func(o map[string]any, sentence string) map[string]any {
		return eventAbout(o, sentence, `{reason: FailedKillPod, count: 4, firstTimestamp: "2026-03-01T11:50:00Z", lastTimestamp: "2026-03-01T11:59:30Z", source: {component: kubelet}}`)
	},
}

// TestAllHeard plants a sentence in the objects of the archives, wherever a cluster may say
// something of a deletion: it is quoted in the answer, and nobody is said to be silent. The
// short form has no room for all that is said.
func TestAllHeard(t *testing.T) {
	catalogue := builtIn(t)
	places := slices.Sorted(maps.Keys(plantings))
	tried := map[string]int{}
	eachCase(t, func(name string, c whyCase) {
		if len(c.asked) != 1 || strings.Contains(c.objects, "kind: List") {
			return
		}
		seed := fnv.New64()
		_, _ = seed.Write([]byte(name))
		r, chosen := rand.New(rand.NewPCG(seed.Sum64(), 0)), places
		if testing.Short() {
			chosen = []string{places[r.IntN(len(places))]}
		}
		for _, place := range chosen {
			if heardIn(t, catalogue, c, name, place, r.IntN(len(sentences))) {
				tried[place]++
			}
		}
	})
	for _, place := range places {
		if tried[place] == 0 {
			t.Errorf("%s: no archive has an object for it", place)
		}
	}
}

// heardIn reports whether the case has an object in which the sentence can be planted.
func heardIn(t *testing.T, catalogue *catalogue.Catalogue, c whyCase, name, place string, number int) bool {
	t.Helper()
	sentence := sentences[number]
	var uid, finalizer string
	var documents []string
	for document := range strings.SplitSeq(c.objects, "\n---\n") {
		var object map[string]any
		if err := yaml.Unmarshal([]byte(document), &object); err != nil {
			t.Fatal(err)
		}
		_, asked, _ := strings.Cut(c.asked[0][0], "/")
		meta := within(object, "metadata")
		dataOnly := object["kind"] == "ConfigMap" || object["kind"] == "Secret" // of which only the metadata is read
		if uid != "" || dataOnly || meta["name"] != asked || meta["deletionTimestamp"] == nil || meta["uid"] == nil || (place == ofKubelet) != (object["kind"] == "Pod" && meta["finalizers"] == nil && within(object, "spec")["nodeName"] != nil) || place != ofKubelet && finalizerOf(object) == "" {
			documents = append(documents, document)
			continue
		}
		uid, _ = meta["uid"].(string)
		finalizer = finalizerOf(object)
		also := plantings[place](object, sentence)
		for _, o := range []map[string]any{object, also} {
			if text, err := yaml.Marshal(o); err == nil && o != nil {
				documents = append(documents, string(text))
			}
		}
	}
	if uid == "" {
		return false
	}
	c.objects, c.read, c.before, c.also = strings.Join(documents, "\n---\n"), nil, nil, nil
	d := c.diagnose(t, catalogue)
	at := slices.IndexFunc(d.Objects, func(o explain.Object) bool { return o.UID == uid && o.State.Going() })
	if at < 0 {
		return false
	}
	// What Kubernetes' own parts wait for is looked up, so that only failures are of
	// interest; what tells neither, only where nothing decides. An annotation is of the
	// holder of one finalizer, and says nothing of another.
	own := func(h explain.Hold) bool {
		return (h.Finalizer != "" || place == ofKubelet && h.Reason != explain.GraceRuns) && (h.Finalizer == finalizer || !strings.HasPrefix(place, "annotation")) &&
			(number == 0 || !h.Holder.BuiltIn && (number == 1 || h.Reason == explain.Silent || h.Reason == explain.HolderUnknown))
	}
	quoted := func(h explain.Hold) bool {
		return strings.Contains(h.Message, sentence) || slices.ContainsFunc(h.Evidence, func(e explain.Evidence) bool { return strings.Contains(e.Fact, sentence) })
	}
	holds := d.Objects[at].Holds
	if !slices.ContainsFunc(holds, own) {
		return false
	}
	if !slices.ContainsFunc(holds, quoted) {
		t.Errorf("%s, %s: not quoted:\n%s", name, place, summary(d))
	}
	if silent := func(h explain.Hold) bool { return own(h) && strings.Contains(h.Message, "does not say") }; slices.ContainsFunc(holds, silent) {
		t.Errorf("%s, %s: silent:\n%s", name, place, summary(d))
	}
	if len(d.Causes) == 1 && d.Causes[0].Holds[0].Object == at && own(*d.Of(d.Causes[0].Holds[0])) {
		var text strings.Builder
		if err := render.Diagnosis(&text, d, "wide", render.Options{}); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(text.String(), sentence) {
			t.Errorf("%s, %s: not shown:\n%s", name, place, text.String())
		}
	}
	return true
}

// status plants fields into the status, in the place of those of the same name.
func status(fields string) planting {
	return func(o map[string]any, sentence string) map[string]any {
		var add map[string]any
		if err := yaml.Unmarshal([]byte(strings.ReplaceAll(fields, "SENTENCE", `"`+sentence+`"`)), &add); err != nil {
			panic(err)
		}
		maps.Copy(within(o, "status"), add)
		return nil
	}
}

func eventAbout(o map[string]any, sentence, fields string) map[string]any {
	meta := within(o, "metadata")
	namespace, _ := meta["namespace"].(string)
	if namespace == "" {
		namespace = "default"
	}
	event := map[string]any{
		"apiVersion": "v1", "kind": "Event", "type": "Warning", "reason": "Bent", "message": sentence,
		"metadata":       map[string]any{"name": "planted", "namespace": namespace, "uid": "0e0e0e0e-0000-4000-8000-000000000001"},
		"involvedObject": map[string]any{"kind": o["kind"], "apiVersion": o["apiVersion"], "name": meta["name"], "namespace": meta["namespace"], "uid": meta["uid"]},
	}
	var add map[string]any
	if err := yaml.Unmarshal([]byte(fields), &add); err != nil {
		panic(err)
	}
	maps.Copy(event, add)
	return event
}

func within(o map[string]any, field string) map[string]any {
	inner, _ := o[field].(map[string]any)
	if inner == nil {
		inner = map[string]any{}
		o[field] = inner
	}
	return inner
}

func finalizerOf(o map[string]any) string {
	list, _ := within(o, "metadata")["finalizers"].([]any)
	for _, f := range list {
		if text, _ := f.(string); strings.Contains(text, "/") {
			return text
		}
	}
	return ""
}
