package shown

import (
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/hearing"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

var (
	// places is how a person tells which program puts the finalizer there: the Gear controller puts a finalizer on it.
	places = regex.New("((?:[A-Za-z][\\w-]* ){0,3}[\\w-]*(?:operator|controller|manager|provisioner))[`\"'*_]* (?:always |first |also |then )?(?:puts|put|adds|added|sets|set|places|placed|attaches|attached) (?:a|an|its|the|this|that|their)(?: own)?(?: [\\w./`\"'-]+)? finali[sz]ers?\\b")
	// onWhat is how one tells on what.
	onWhat = regex.New(`^[^.,;]{0,20}? (?:to|on|onto) ((?:[\w-]+ ?){1,4})`)
	// theObject is a word for it.
	theObject = regex.New(`(?i)^(?:it|them|this|these|the (?:objects?|resources?))\b`)
)

// Placers are the names, the longest first, that may be those of the one program of which a person says that it puts a
// finalizer on the object; none where several are told of.
func Placers(h *hearing.Case, names func(said string) bool) (programs []string) {
	for said := range prose.Sentences(sentence.ProseIn(h.View.Logs.Aside.Texts())) {
		at := places.FindStringSubmatchIndex(said)
		if at == nil || (prose.NotSo &^ prose.Unsure).MatchString(said) || notPlaced.MatchString(said[:at[1]]) {
			continue
		}
		if on := onWhat.FindStringSubmatch(said[at[1]:]); on != nil && !theObject.MatchString(on[1]) && !names(on[1]) {
			continue
		}
		if len(programs) > 0 {
			return nil
		}
		for words := strings.Fields(said[at[2]:at[3]]); len(words) > 0; words = words[1:] {
			programs = append(programs, strings.Join(words, " "))
		}
	}
	return programs
}

// notPlaced is how a sentence tells that none is put there, or that this may be.
var notPlaced = regex.New(`(?i)\b(?:no|not|never|neither|nor|if|whether|should|would|could|may|might|does)\b|n['’]t\b`)
