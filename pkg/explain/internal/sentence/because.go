package sentence

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/prose"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Cause is why something does not go, by what a person says of that.
type Cause int

const (
	// NoCause is that they say nothing of it.
	NoCause Cause = iota
	// OtherCause is one that only they know the meaning of.
	OtherCause
	// MadeAgain is that somebody makes again what has to go first.
	MadeAgain
	// NotStored is that the update which takes the finalizer off is refused.
	NotStored
	// EndedByHand is that somebody has deleted by hand what it stands for outside of the cluster.
	EndedByHand
	// DefinitionGone is that the definition of its kind was deleted.
	DefinitionGone
	// UninstalledFirst is that what runs in a namespace was uninstalled before that was deleted.
	UninstalledFirst
)

const (
	// someThings are up to three words before a noun.
	someThings = `(?:(?:the|its|our|my|this|that|a|an|all|underlying|actual|real|[\w.-]+) ){0,3}?`
	// byHand is how people say that they did something without the cluster.
	byHand = `(?:manually|by hand|directly|out of band|(?:from|in|on|at|via|through|using) (?:the )?(?:[\w-]+ )?(?:cloud|provider|console|portal|aws|azure|gcp|digitalocean|hetzner|openstack|vsphere|dashboard)\b)`
	// ofProvider is what an object may stand for outside of the cluster.
	ofProvider = `(?:bucket|volume|disk|droplet|instance|virtual machine|vm|load ?balancer|lb|database|db|subnet|vpc|security group|resource group|dns record|hosted zone|access point|file ?system|share)s?`
	// doer is who did it.
	doer = `\b(?:i|we|i've|we've|somebody|someone)(?: have| had)? (?:also |already |then |first |since |just )?`
	// definition is a CustomResourceDefinition.
	definition = `(?:crds?|custom ?resource ?definitions?)`
)

// telling is one way to tell of a cause.
type telling struct {
	is      Cause
	pattern *regex.Regexp
}

// updateFails is how they tell in two sentences that an update fails.
var updateFails = regex.New(`(?i)\bupdate\b[^.;?!]{0,60}? (?:to|that|which) (?:delet|remov|tak|clear)\w* (?:\w+ )?finali[sz]ers?\b[^;?!]{0,12}?\. (?:that|this|it|which) fails\b`)

// causes are how people tell of each.
var causes = []telling{
	{UninstalledFirst, regex.New(`(?i)\bun-?install(?:ed|ing|s)?\b[^.;?!]{0,60}\b(?:then|and|before|afterwards?)\b[^.;?!]{0,40}\bdelet(?:e|ed|es|ing)(?: \w+){0,2} namespace\b`)},
	{DefinitionGone, regex.New(`(?i)` + doer + `(?:manually )?(?:deleted|removed|uninstalled) (?:all )?(?:the |its |their |our )?(?:[\w.-]+ ){0,2}?` + definition + ends)},
	{DefinitionGone, regex.New(`(?i)\b` + definition + ` (?:was|were|has been|have been|had been|is|are|got) (?:already |manually |accidentally )?(?:deleted|removed|gone)` + ends)},
	{EndedByHand, regex.New(`(?i)` + doer + `(?:` + byHand + ` )?(?:deleted|removed|destroyed|terminated) ` + someThings + ofProvider + `\b[^.;:?!]{0,30}? ` + byHand)},
	{EndedByHand, regex.New(`(?i)` + doer + `manually (?:deleted|removed|destroyed|terminated) ` + someThings + ofProvider + `\b`)},
	{EndedByHand, regex.New(`(?i)\b(?:even when|even after|although|after|since|because) (?:i|we) (?:[a-z]+ ){0,2}?` + someThings + ofProvider + ` and (?:then )?delete(?:d)?(?: it| them)? ` + byHand)},
	{EndedByHand, regex.New(`(?i)\b` + ofProvider + ` (?:was|were|has been|have been|had been) (?:already )?(?:(?:deleted|removed|destroyed|terminated) ` + byHand + `|manually (?:deleted|removed|destroyed|terminated))`)},
	{NotStored, regex.New(`(?i)\b(?:updat\w+|patch\w*|remov\w+|request|write)\b[^.;?!]{0,60}?\bfinali[sz]ers?\b[^.;?!]{0,40}?\b(?:is|are|was|were|gets?|got|being|been)(?: \w+)? (?:rejected|denied|refused|forbidden)\b`)},
	{NotStored, regex.New(`(?i)\b(?:webhook|validation|admission \w+|policy|api ?server)s? (?:\w+ )?(?:rejects?|rejected|denies|denied|refuses|refused|blocks|blocked|prevents|prevented|forbids|forbade) [^.;?!]{0,60}?\bfinali[sz]ers?\b`)},
	{NotStored, updateFails},
	{MadeAgain, regex.New(`(?i)\b(?:manages? to|keeps?|kept|always|immediately|constantly|continuously|instantly) (?:re-?creat\w*|creat\w+ (?:it|them|a new one) (?:again|anew))\b[^.;?!]{0,80}`)},
	{MadeAgain, regex.New(`(?i)\b(?:is|are|gets?|being) (?:re-?created|made again|created again)\b[^.;?!]{0,40}?\b(?:before|again and again|over and over|immediately|by the (?:controller|operator)|so (?:it|that|the))`)},
	{MadeAgain, regex.New(`(?i)\b(?:(?:because|since|as)(?:,[^.;?!,]{0,30},)? [^.;?!,]{0,60}?|then |just )(?:re-?creates|(?:they|[a-z-]*(?:controllers|operators|managers)) re-?create) [^.;?!]{0,80}`)},
	{MadeAgain, regex.New(`(?i)(?:^|[,;] )(?:and |but |then )?(?:the|its|our|an?) (?:[\w-]+ ){0,3}?[\w-]*(?:controller|operator|manager)s? (?:then|just) re-?creat(?:ed?|es)\b|(?:controller|operator|manager)s? just re-?creates? `)},
	{OtherCause, regex.New(`(?i)\b(?:because|due to|caused by|making it impossible|(?:root )?cause (?:is|was|seems)|(?:was|is) the (?:problem|culprit|root cause)|since (?:the|its?|there|they|this|that|these|no|we|i) [^.;?!]{0,60}?\b(?:is|are|was|were|has|have|had|does|do|did|cannot|can't)\b)`)},
}

// guessed is how people speak of what is not so, or of which they are not sure.
var guessed = regex.New(`(?i)\b(?:if|whether|unless|until|should|shouldn't|would|could|might|may be|maybe|perhaps|probably|possibly|suppose\w*|assum\w*|guess\w*|think|thinks|want|wants|wanted|going to|will|won't|expect\w*|propos\w*|suggest\w*|not sure|wonder\w*|suspect\w*|looks? like|seems?|appears?|to reproduce|feature|describe the)\b`)

// allowing are words of those which concede something that is so.
var allowing = regex.New(`(?i)\beven (?:if|when|after|though)\b`)

// Because is why something does not go, by the sentence of a text in which a person tells it. Of several it is one of
// which it is known what it means.
func Because(text string) (c Cause, said string) {
	all := Whole(text)
	for i, told := range all {
		is := causeIn(strings.TrimSpace(told))
		if i+1 < len(all) && is == NoCause {
			if two := strings.TrimSpace(told + all[i+1]); updateFails.MatchString(two) && causeIn(two) == NotStored {
				is, told = NotStored, two
			}
		}
		if is > c && (c == NoCause || c == OtherCause) {
			c, said = is, strings.TrimRight(told, " \n.")
		}
	}
	return c, said
}

// causeIn is what one sentence tells.
func causeIn(said string) Cause {
	said = strings.ReplaceAll(said, "’", "'")
	switch {
	case strings.HasSuffix(said, "?"), guessed.MatchString(allowing.ReplaceAllString(said, "even ")), strings.HasSuffix(said, ":"):
		return NoCause
	}
	at := slices.IndexFunc(causes, func(c telling) bool { return c.pattern.MatchString(said) })
	if at < 0 || causes[at].is == OtherCause && (!Deletes(said) && !stays.MatchString(said) || Complains(said) || onward.MatchString(said)) {
		return NoCause
	}
	return causes[at].is
}

var (
	// stays is a word of what does not go.
	stays = regex.New(`(?i)\b(?:stuck|hangs?|hanging|hung|finali[sz]ers?)\b`)
	// onward is a sentence of what follows from that something does not go, and not of why; that it has finalizers is
	// no reason.
	onward = regex.New(`(?i)\b(?:because(?: of)?|due to|caused by)(?: [^\s.;?!,]+){0,6}? finali[sz]ers?\b|(?i)\b(?:because|since|due to|caused by)\b[^.;?!]{0,40}?\b(?:it|this|that|they|the (?:old )?\w+) (?:is|are|was|were|gets?|remains?|stays?) (?:still )?(?:stuck|hanging|terminating|not (?:being )?deleted)|\bblocks? (?:me|us|the (?:re-?creation|upgrade|install))`)
)

var (
	// places is how a person tells which program puts the finalizer there: the Gear controller puts a finalizer on it.
	places = regex.New("((?:[A-Za-z][\\w-]* ){0,3}[\\w-]*(?:operator|controller|manager|provisioner))[`\"'*_]* (?:always |first |also |then )?(?:puts|put|adds|added|sets|set|places|placed|attaches|attached) (?:a|an|its|the|this|that|their)(?: own)?(?: [\\w./`\"'-]+)? finali[sz]ers?\\b")
	// placedOn is how one tells on what.
	placedOn = regex.New(`^[^.,;]{0,20}? (?:to|on|onto) ((?:[\w-]+ ?){1,4})`)
	// theObject is a word for it.
	theObject = regex.New(`(?i)^(?:it|them|this|these|the (?:objects?|resources?))\b`)
)

// Placers are the names, the longest first, that may be those of the one program of which a person says among lines that it
// puts a finalizer on an object that words may name; none where several are told of.
func Placers(lines []string, names func(said string) bool) (programs []string) {
	for said := range prose.Sentences(ProseIn(lines)) {
		at := places.FindStringSubmatchIndex(said)
		if at == nil || (prose.NotSo &^ prose.Unsure).MatchString(said) || notPlaced.MatchString(said[:at[1]]) {
			continue
		}
		if on := placedOn.FindStringSubmatch(said[at[1]:]); on != nil && !theObject.MatchString(on[1]) && !names(on[1]) {
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

// OfElse reports whether a sentence is of what was so once, or of what somebody else has.
func OfElse(said string) bool { return (prose.Past | prose.Others).MatchString(said) }
