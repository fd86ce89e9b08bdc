// Package document has the answers for programs: what the JSON and YAML formats hold.
// docs/schema describes each, and a program may decode into them.
//
// Their order is fixed and no list in them is null. They hold times and no ages.
package document

// APIVersion is that of every document. Within one version fields are only added; a
// field that changes its meaning or goes away makes a new version.
const APIVersion = "finalizers.kubectl.dev/v1"

// The kinds of the documents.
const (
	TraceKind     = "Trace"
	DiagnosisKind = "Diagnosis"
	RemovalKind   = "Removal"
	HistoryKind   = "RemovalHistory"
	PreflightKind = "Preflight"
	ForecastKind  = "Forecast"
	EventKind     = "WatchEvent"
	AnswerKind    = "Finalizer"
	CatalogueKind = "FinalizerList"
	ReasonKind    = "Reason"
	// Of many clusters.
	DiagnosesKind  = "DiagnosisList"
	TracesKind     = "TraceList"
	PreflightsKind = "PreflightList"
)

// each maps a list, and an absent one to an empty one, because JSON tells null
// from [] and readers of it stumble.
func each[T, U any](in []T, f func(*T) U) []U {
	out := make([]U, 0, len(in))
	for i := range in {
		out = append(out, f(&in[i]))
	}
	return out
}

// present is the list, never null.
func present(list []string) []string {
	if list == nil {
		return []string{}
	}
	return list
}
