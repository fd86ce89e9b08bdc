// Package apiwords reads what API servers say where a request fails: who has refused it, and
// why. What a Status tells in its fields is not read here.
package apiwords

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// Gate is something that admission asks, by what came of that.
type Gate int

// The gates that let a request not through.
const (
	// WebhookFails is a webhook that could not be asked, and has to be.
	WebhookFails Gate = iota + 1
	// WebhookDenies is a webhook that has answered with a no.
	WebhookDenies
	// PolicyDenies is a ValidatingAdmissionPolicy or a MutatingAdmissionPolicy.
	PolicyDenies
)

// Refusal is what words say of a request that did not get through a gate.
type Refusal struct {
	By Gate
	// Kind is that of a policy, where the words tell it.
	Kind string
	// Name is that of the webhook or of the policy, and Binding that of the policy's binding.
	Name, Binding string
	// Why is empty where no reason is given.
	Why string
}

// denials are the forms, from the admission packages of apiserver, each with the same four
// groups. Logs and events quote them with backslashes.
var denials = [...]struct {
	gate Gate
	form *regex.Regexp
}{
	{WebhookFails, regex.New(`failed calling ()(?:admission )?webhook \\?"([^"\\]+)\\?"()(?:: (.*))?`)},
	{WebhookDenies, regex.New(`admission webhook ()\\?"([^"\\]+)\\?"() denied the request(?:: (.*))?`)},
	{PolicyDenies, regex.New(`(ValidatingAdmissionPolicy|MutatingAdmissionPolicy|policy) ['"]([^'"]+)['"](?: with binding '([^']+)')? denied request(?:: (.*))?`)},
}

// Refused is the refusal that words tell. Where one quotes another, it is the outer one.
func Refused(words string) (r Refusal, told bool) {
	first := len(words)
	for _, d := range denials {
		if at := d.form.FindStringIndex(words); at != nil && at[0] < first {
			first = at[0]
			r, told = d.gate.In(words)
		}
	}
	return r, told
}

// In is the refusal by such a gate that words tell, whatever else they tell.
func (g Gate) In(words string) (r Refusal, told bool) {
	for _, d := range denials {
		m := d.form.FindStringSubmatch(words)
		if d.gate != g || m == nil {
			continue
		}
		r = Refusal{By: g, Kind: m[1], Name: m[2], Binding: m[3], Why: m[4]}
		if r.Kind == "policy" {
			r.Kind = "" // it may be of either kind
		}
		return r, true
	}
	return r, false
}
