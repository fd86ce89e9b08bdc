package failure

import (
	"slices"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/internal/sentence"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// unregisteredNamed is what has to be known to a controller, or joined with it, and is not.
const unregisteredNamed = `(?i)\b((?:managed |member |workload |target )?(?:cluster|node|agent|instance|member|device|host|driver|server)(?: ["']?[\w./-]*[-\d./][\w./-]*\w["']?)?) (?:is not|isn't|was not|not|is no longer|no longer) (?:yet )?(?:registered|connected|joined|enrolled|managed)\b`

// unknownNamed is how a controller says of what it is told to use, by its name, that it does not know it.
const unknownNamed = `(?i)\bunknown ((?:[a-z]+[ -]){0,2}[a-z]*(?:class|template|profile|plan|definition|flavou?r|offering|provider|driver|pool|policy|engine|backend|preset|tier|addon|plugin|blueprint))(?::? \\?["'` + "`" + `]([\w./:-]+)\\?["'` + "`" + `]| ([a-z][\w./-]*\d[\w./-]*)[*.\s]*(?:$|[\n,)\]}"'\\]))`

// noClientFor is the same with what it was to reach.
const noClientFor = `(?i)\b(?:fail(?:ed|ure)? to|failed|unable to|cannot|could not|error) (?:get|getting|creat(?:e|ing)|build(?:ing)?|make|making|obtain(?:ing)?|find(?:ing)?|initiali[sz](?:e|ing)) (?:an? |the )?(?:[a-z]+ )?(?:client|manager|connection|kubeconfig|rest config) (?:for|to|of) (?:the )?((?:[a-z]+ )?(?:cluster|shoot|tenant|server|instance|site|host|hub|spoke|member|registry)(?: ["']?[\w./-]+\w["']?)?)`

// ended is what becomes of what goes.
const ended = `(?:deleted|detached|removed|terminated|unmounted|scaled down|drained|released|destroyed)`

// What texts are matched with is in lower case.
var (
	// waitedInVain is how a controller says that it gave up to wait for an end.
	waitedInVain = regex.New(`\b(?:time[d ]? ?out|gave up) (?:while )?waiting (?:for|on|until) (?:the )?(?:deletion|removal|detachment|termination) of\b|\b(?:time[d ]? ?out|gave up) (?:while )?waiting (?:for|on|until) .{3,80}?(?:(?:be|is|are) ` + ended + `|\bgone)\b|\bwaiting (?:for|on) .{3,80}?(?:be|is|are) ` + ended + `\b[^.;]{0,20}\btime[d ]?out\b`)
	// endedInVain is how one says that what it began did not end in time, and behind it why.
	endedInVain = regex.New(`\b(?:decommission|drain|evict|remov|delet|detach|rebalanc|migrat|evacuat|relocat|unmount|shutdown|terminat|uninstall)[a-z]*(?: of [\w./-]+)? timed out: `)
	// network is how such a cause is one of the network.
	network = regex.New(`\b(?:dial|connect\w*|deadline exceeded|i/o timeout|awaiting headers|eof|https?|no (?:response|answer|reply)|unreachable|waiting for)\b`)
	// triedInVain is how a library says that, which names nothing, after what was tried.
	triedInVain = regex.New(`\b(?:delet|remov|destroy|detach|terminat|uninstall|unmount|drain|evict)[a-z]*\b.*\btimed out waiting for the condition\b`)
	// missingBefore is how one says of a Secret or a ConfigMap, before its name, that it is not there.
	missingBefore = regex.New(MissingBefore)
	// wrongState is how one says that it cannot be deleted as it is.
	wrongState = regex.New(`\b(?:incorrect|invalid|unexpected) (?:\w+ ?){0,2}state\b|\bnot in (?:an? |the )?\w+ state\b|\bin (?:an? |the )?(?:incorrect|invalid|wrong|error|failed) state\b|\b(?:status|state) must be \w|\bin maintenance mode\b|\bin (?:state|status) ["']?error|\bin (?:state|status|phase) ["']?\w+["']?[,;:]? (?:but |and )?(?:expected|must|should|cannot|can't|which does not)\b|\bis not (?:active|available|ready)\b.{0,12}\b(?:current|its) (?:\w+ ){0,2}(?:status|state)\b`)
	// keptUntil is how one says until when something is kept that was deleted.
	keptUntil = `(?i)\b(?:deletion|deleted|purged?|destruction|destroyed|reclamation|removed|removal)\b[^;]{0,60}?\b(20\d\d-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z?)?)`
	// copyKept is how one refuses to have a copy deleted by itself.
	copyKept = regex.New(`\b(?:cannot|can't|may not|must not|not allowed to|forbidden to) (?:be )?(?:delete|remove)d? .{0,60}\b(?:propagated|copied|synced|synchroni[sz]ed|replicated|inherited|cloned|distributed) from\b|\b(?:propagated|copied|synced|synchroni[sz]ed|replicated|inherited|cloned|distributed) from .{0,60}\b(?:cannot|can't|may not|must not) be (?:deleted|removed)\b`)
	// causeCut is a failure that ends where its cause would begin.
	causeCut = regex.New(`\b(?:fail(?:s|ed|ure)?|error|cannot|could not|unable to)\b[^\n]*:[\s\x60"']*$`)
	// kindUnserved is how an API server answers for a kind that it cannot set up; controllers resolve what has a name.
	kindUnserved = regex.New(`\binternal error occurred: error resolving resource(?:[^\w\s]|\s*(?:\n|$))`)
	// untoldCause is how one ends that says that there was an error, and not which: as what it talks to has told none.
	untoldCause = regex.New(`(?:^|[\s:;.,"'(])(?:(?:the )?(?:service|server|api|request) returned an error|(?:an? |some )?(?:unknown|unexpected|internal|unspecified|undefined) error(?: (?:has )?occurred)?|an error (?:has )?occurred|something went wrong)[\s.!"')\]]*(?:status=<nil> <nil>[\s.!"')\]]*)?(?:\n|$)`)
	// referredTo is how a controller counts what refers to an object.
	referredTo = regex.New(`(?i)\b(?:is|are|as|still) (?:is |still )*refer(?:red|enced)(?: to)? by(?: [1-9]\d* [a-z]|:? ?\[?["'][\w])`)
	// deletionOff is how one says that it deletes nothing of the sort, as it is set up.
	deletionOff = regex.New(`\b(?:[a-z]+ )?(?:deletion|deleting|deletes?|removal) (?:is|are|was|has been) (?:disabled|turned off|switched off|not enabled)\b`)
	// unregistered is how one says that it does not know what it is to work at.
	unregistered = regex.New(unregisteredNamed)
	// unknownOne is how one says that it does not know what it is told to use.
	unknownOne = regex.New(unknownNamed)
	// noNameOf are words behind that which name nothing.
	noNameOf = regex.New(`(?i)\bunknown [a-z -]+:? \\?["'` + "`" + `]?(?:[a-z]+-)?(?:errors?|types?|versions?|codes?|status|states?|fail(?:ed|ures?)|exceptions?|v\d)\b`)
	// noClient is how one says that it could not make what it talks by to something else.
	noClient = regex.New(noClientFor)
	// badStatement is how databases refuse a statement as one that is none.
	badStatement = regex.New(`\berror in your sql syntax\b|\bsyntax error at or near\b|\b(?:sql|syntax) (?:syntax )?error,? (?:at|near|unexpected)\b|\bincorrect syntax near\b`)
	// noSpace is how one says that something is full.
	noSpace = regex.New(`\bno space left(?:\s+(?:on|in|for|at)\b|[\s.!"')\]]*(?:$|[\n:;,]))`)
	// commandEnded is how a program says how another one ended.
	commandEnded = regex.New(`\bcommand terminated with exit code \d|\bexit(?:ed with)? (?:status|code):? [1-9]\d*\s*$|\bnon-zero (?:exit|return) (?:code|status)\b`)
)

// helmPending is the step where Helm says that it is at work already.
const helmPending = "see whether that operation still runs, and wait for it if it does; one that was cut off is never over, and helm history shows which revision of the release is pending"

// NotValid is the name of the one where a request is refused as wrong.
const NotValid = "the request is not valid"

// CommandFailed is the name of the one where words tell how a command ended, and not why.
const CommandFailed = "a command of it failed"

// endThem is the step where others of a sort have to go first.
const endThem = "see which $1 these are (whoever says so may still keep some of which no object is left in the cluster), and end those first that nobody needs${goes}"

// What a copy is not kept by any more, whose deletion is refused: what it is a copy of is wanted where that is.
const (
	copiesGo     = "have who copies it let its copies go with their namespace, as a later release of it may, or have "
	untilThrough = ", which refuses, leave that namespace out until this is through; what it is a copy of"
)

// KindUnserved is the name of the one where an API server cannot set up a kind.
const KindUnserved = "the API server cannot serve a kind"

// EmptyRecord is the name of the one where that is empty by which a controller finds again what it made.
const EmptyRecord = "its record of what it made is empty"

// MissingBefore is how one says of a Secret or a ConfigMap that it is not there before its name, which is in quotes, or no plain
// word with nothing more told of it. The name is its first or third part, the kind its second or fourth.
const MissingBefore = `(?i)\bmissing (?:the )?(?:\\?["'\x60]([a-z0-9]+(?:-[a-z0-9]+)+)\\?["'\x60] (secret|configmap)\b|([a-z0-9]+(?:-[a-z0-9]+)+) (secret|configmap)(?:[\\.,;:)"'\x60]|(?m:$)))`

// NotInTime is the name of the one where something is waited for in vain.
const NotInTime = "what is to go first does not go in time"

// Protected is the name of the one where something is guarded against its deletion.
const Protected = "protected from deletion"

// Unresolved is the name of the one where a controller cannot make out what an object refers to.
const Unresolved = "what it refers to cannot be made out"

// DoneAlready is the name of the one where what is to go is not there any more.
const DoneAlready = "what it is to delete is not there, by these words"

// CauseUntold is the name of the one where words tell of an error, and not of which.
const CauseUntold = "the cause is not told"

// definitionUnserved is the step against that. An API server answers so where it fails to build what serves the kind
// of a definition. What would make it fail is kept out of definitions, but for a caBundle.
const definitionUnserved = "find the CustomResourceDefinition that the API server cannot serve: mostly the caBundle of its conversion webhook is no certificate, as where cert-manager has not filled it in; the API server's own log names it"

// notFinished is the one where nothing fails.
const notFinished = "what it has begun is not finished yet"

// mechanisms are asked in order: the more specific come first. The words are
// those of cloud interfaces, of the API server and of the Go standard library.
var mechanisms = []Mechanism{
	{
		Name: "another writer was faster", Passing: true,
		words: []string{"the object has been modified", "please apply your changes to the latest version", "precondition failed: uid"},
		Step:  "wait for the next attempt; only if it goes on, find the other writer in managedFields",
	},
	{
		// A server answers so with 429, which elsewhere is throttling.
		Name: "a disruption budget keeps a pod",
		fits: KeptByBudget,
		Step: "let the PodDisruptionBudget that covers the pod allow one less, or have one more healthy pod beside it",
		ways: ways(
			`evict(?:ing)? pods?(?:(?:/"?| ")((?:[\w.-]+/)?[\w.-]+)| ([\w.-]*[/\d][\w./-]*))`, "let the PodDisruptionBudget that covers pod ${1}${2} allow one less, or have one more healthy pod beside it",
			`violates a PDB \(Pod=([\w./-]+)\)`, "let the PodDisruptionBudget that covers pod $1 allow one less, or have one more healthy pod beside it",
			`(?i)`+namedBudget+`(?:is |are )?(?:block|prevent)`, "let PodDisruptionBudget $1$2 allow one less, or have one more healthy pod among those that it covers",
		),
	},
	{
		Name: "throttled", Passing: true,
		words: []string{"throttl", "rate exceeded", "rate limit", "too many requests", "toomanyrequests", "requestlimitexceeded", answered + "429"},
		Step:  "wait; if it goes on, find what uses up the rate limit",
	},
	{
		Name: "the namespace refuses new objects", Lasting: true,
		words: []string{"because it is being terminated", "namespace is terminating"},
		Step:  "do by hand what its controller does on a deletion: for that it creates something first, which a namespace that goes refuses each time",
	},
	{
		// It names a field, or a webhook; what is to be mended is neither.
		Name: "every update of it is refused as long as that lasts", Lasting: true, quotes: true,
		fits: sentence.RefusedByState,
		Step: "have who checks it let finalizers be taken off, which a later release may: as long as that lasts, every update of it is refused, by hand too",
		ways: ways(
			`admission webhook \\?"([^"\\]+)\\?" denied the request: (.+)`, "have webhook $1 let finalizers be taken off, which a later release may: it refuses every update of this object, by hand too, as long as that lasts: $2",
			`\b([a-z][\w.\[\]]*): (?:Invalid value|Forbidden): \\?"([^"\\]+)\\?": (.+)`, "see to $2, which $1 names, and have the API that checks this object let finalizers be taken off, which a later release may: it refuses every update, by hand too, as long as that lasts: $3",
		),
	},
	{
		Name: KindUnserved,
		fits: kindUnserved.MatchString,
		Step: definitionUnserved,
		ways: ways(`(?i)error resolving resource`, definitionUnserved),
	},
	{
		Name:  "a conversion webhook fails",
		words: []string{"conversion webhook for"},
		Step:  "have what serves the conversion webhook answer again, until the last object of the kind is gone",
		ways: ways(
			`conversion webhook for ([^,\s]+), Kind=(\w+) failed: (?:Post|Get) \\?"?https?://([a-z0-9][-a-z0-9]*)\.([a-z0-9][-a-z0-9]*)\.svc`, "have Service $3 in namespace $4 answer again, which converts $2 of $1: bring back what serves it, until the last $2 is gone",
			`conversion webhook for .*https?://([a-z0-9][-a-z0-9]*)\.([a-z0-9][-a-z0-9]*)\.svc`, "have Service $1 in namespace $2 answer again, which converts the objects: bring back what serves it, until the last of them is gone",
			`conversion webhook for ([^,\s]+), Kind=(\w+) failed`, "have what converts $2 of $1 answer again, until the last $2 is gone",
		),
	},
	{
		Name:  "a webhook does not answer",
		words: []string{"failed calling webhook", "failed to call webhook"},
		Step:  "have what serves the webhook answer again, or delete its configuration if that is gone for good",
		ways:  ways(CallingFailed, "have webhook $1 answer again: run or update what serves it, or delete its configuration if that is gone for good"),
	},
	{
		Name: "a copy is kept from deletion", Lasting: true, quotes: true,
		fits: copyKept.MatchString,
		Step: copiesGo + "its webhook" + untilThrough + " stays as it is",
		ways: ways(
			`(?i)admission webhook \\?"([^"\\]+)\\?" denied the request: .*\bfrom (?:the )?namespace \\?"([^"\\]+)\\?"`, copiesGo+"webhook $1"+untilThrough+", in namespace $2, stays as it is",
			`(?i)admission webhook \\?"([^"\\]+)\\?" denied the request`, copiesGo+"webhook $1"+untilThrough+" stays as it is",
			`(?i)\bfrom (?:the )?namespace \\?"([^"\\]+)\\?"`, copiesGo+"its webhook"+untilThrough+", in namespace $1, stays as it is",
		),
	},
	{
		Name: "a webhook refuses it", Lasting: true,
		words: []string{"denied the request"},
		Step:  "do what the webhook demands",
		ways: ways(
			`(?i)admission webhook \\?"([^"\\]+)\\?" denied the request: (secret|configmap|serviceaccount)s? \\?["']([\w./-]+)\\?["'] not found`, "make $2 $3 again, without which webhook $1 refuses it${then}; where it cannot be made, have the webhook let its controller through",
			// What it asks for cannot be done where that is gone for good.
			`admission webhook \\?"([^"\\]+)\\?" denied the request: (.*\b(?:not ?found|no such|does not exist)\b.*)`, "bring back what webhook $1 does not find or, where that is gone for good, have it let this object through, as a later release of it or an exception in its configuration may: no retry helps",
			`admission webhook \\?"([^"\\]+)\\?" denied the request: (.+)`, "do what webhook $1 demands, or have it let its controller through: $2",
			`admission webhook \\?"([^"\\]+)\\?" denied the request`, "do what webhook $1 demands, or have it let its controller through",
		),
	},
	{
		Name: "a pod of it may not be as it is", Lasting: true,
		words: []string{"violates podsecurity"},
		Step:  "have the pod that is to be made keep to the Pod Security Standard of its namespace, or lower that of the namespace until the deletion is through",
		ways:  ways(`violates PodSecurity "([^"]+)"`, "have the pod that is to be made keep to Pod Security Standard $1, or lower that of its namespace until the deletion is through"),
	},
	{
		Name: "a service account that it needs is not there", Lasting: true,
		words: []string{"error looking up service account"},
		Step:  "bring back the service account that it names, until the deletion is through", restores: true,
		ways: restoring(`error looking up service account ([^\s/]+)/([^\s:]+)`, "bring back ServiceAccount $2 in namespace $1, until the deletion is through"),
	},
	{
		Name: "over a quota", Lasting: true,
		words: []string{"exceeded quota"},
		Step:  "raise the quota, or free what uses it up",
		ways:  ways(`exceeded quota: ([^\s,]+), requested: ([^\s,]+)`, "raise quota $1 by $2, or free what uses it up"),
	},
	{
		Name: "the configuration or the credentials are gone", Lasting: true, Account: true,
		fits:  missingBefore.MatchString,
		words: []string{"credentials secret", "get credentials", "extract credentials", "secret not found", "no such secret", "nocredentialproviders", "no valid providers in chain", "could not find default credentials", "no valid credential", "cannot get referenced", "identity not found", "unable to locate credentials", "no ec2 imds role found", "failed to refresh cached credentials"},
		Step:  "bring back the configuration and the credentials that it names, until the deletion is through", restores: true,
		ways: slices.Concat(restoring(
			`(?i)\b(secret|configmap|[a-z]*providerconfig)s?(?:\.[a-z0-9.]+)?:? "?([^"\s]+)"? not found`, `bring back $1 $2, until the deletion is through`,
			`(?i)\bno such secret:? "?([^\s",;]+)`, "bring back Secret $1, until the deletion is through",
			MissingBefore, "bring back $2$4 $1$3, until the deletion is through",
		), ways(
			`(?i)(nocredentialproviders|no valid providers in chain|could not find default credentials|unable to locate credentials|no ec2 imds role found|failed to refresh cached credentials)`, "give its controller credentials again, those of its service account or of a Secret, until the deletion is through ($1)",
		)),
	},
	{
		Name: "what it is to be made of is being deleted", Lasting: true,
		words: []string{"cannot add finalizer on claim because it is being deleted"},
		Step:  "have this one go before its claim: of a claim that is being deleted nothing can be made any more",
		ways: ways(
			`update (\S+) on API server: cannot add finalizer on claim because it is being deleted`,
			"have this one go before claim $1, and not the other way round: of a claim that is being deleted nothing can be made any more, and where snapshot.storage.kubernetes.io/pvc-as-source-protection is on that, it waits for this one in turn, in a circle; delete this one if nobody has, and see what keeps its VolumeSnapshotContent where it has one",
		),
	},
	{
		// The API server calls it forbidden, and no right would help.
		Name: "a finalizer is put on what is being deleted", Lasting: true,
		words: []string{"no new finalizers can be added if the object is being deleted"},
		Step:  "run a release of its controller that puts no finalizer on what is being deleted",
		ways: ways(
			// The garbage collector is the only one to take these off, and nobody else puts them on.
			`no new finalizers can be added if the object is being deleted, found new finalizers \[\]string\{\\?"(foregroundDeletion|orphan)\\?"\}`, "start its controller anew: it writes back an old copy, from before the garbage collector took $1 off; if that goes on, run a later release of it",
			`no new finalizers can be added if the object is being deleted`, "run a release of its controller that puts no finalizer on what is being deleted: the API server refuses that each time",
		),
	},
	{
		Name: "kept by a hold", Lasting: true, Outside: true, quotes: true,
		fits: keptByHold,
		Step: "see with whoever set what keeps it whether that may end, or wait until it is over: no retry gets past it before",
	},
	{
		Name: "not allowed", Lasting: true, Account: true,
		fits: rightLacked.MatchString,
		words: []string{
			"accessdenied", "access denied", "unauthorizedoperation", "not authorized", "unauthorized", "forbidden",
			"authorizationfailed", "permission denied", "permission_denied", "invalidclienttokenid", "expiredtoken", "signaturedoesnotmatch", "invalid_client", "invalid_grant", "token expired", "token is expired", "token has expired", "secret expired", "credentials expired", "credentials have expired", "bad credentials", "invalid credentials", "invalidaccesskeyid", "unrecognizedclient", "security token included in the request is", "authfailure", "not able to validate the provided access credentials", "password authentication failed", "authentication failed", "must be owner of", "client to provide credentials", "unauthenticated", "not authenticated", "notauthenticated", "incorrect user name or password", "incorrect username or password", "invalid username or password", "wrong password", "authentication required", "authentication is required", "token invalid", "invalid token", "invalid api token", "invalid api key", "api key is invalid", "api token is invalid", "invalid authentication", "must be superuser", "must be member of role", "must be able to set role", "secret keys for app", "ownerreference refers to a resource you can't set finalizers on", answered + "403", answered + "401",
		},
		Step: "give the account that it works with the right that the message names, or renew its credentials",
		ways: slices.Concat(rightsNamed(), ways(
			`User "([^"]+)" cannot (\w+) resource "([^"]+)" in API group "([^"]+)" in the namespace "([^"]+)"`, "give $1 the right to $2 $3.$4 in namespace $5",
			`User "([^"]+)" cannot (\w+) resource "([^"]+)" in API group "" in the namespace "([^"]+)"`, "give $1 the right to $2 $3 in namespace $4",
			`User "([^"]+)" cannot (\w+) resource "([^"]+)" in API group "([^"]*)" at the cluster scope`, "give $1 the right to $2 $3 ($4) in all namespaces",
			`client '([^']+)' with object id '[^']*' does not have authorization to perform action '([^']+)' over scope '([^']+)'`, "give client $1 the right $2 over $3",
			`[Rr]equired ["']([^"']+)["'] permission for ["']([^"']+)["']`, "give the account that it works with the permission $1 for $2",
			`[Pp]ermission ["']?([a-zA-Z]+\.[a-zA-Z.]+)["']? denied on (?:resource )?["']?([^\s"',]+)`, "give the account that it works with the permission $1 on $2",
			`(?i)((?:client )?(?:token|secret|credentials?)(?: is| has| have)? expired|expiredtoken|invalidclienttokenid|signaturedoesnotmatch|invalid_client|invalid_grant|bad credentials|invalid credentials|invalidaccesskeyid|unrecognizedclient\w*|security token included in the request is \w+|client to provide credentials)`, "renew the credentials that it works with ($1)",
			`(?i)\b((?:HTTP |code[ =:]+|status[ =:]+)?401\b|unauthenticated|not ?authenticated|(?:incorrect|invalid) user ?name or password|wrong password|invalid (?:api )?token|token invalid|invalid api key|api (?:key|token) is invalid|unable to authenticate|AuthFailure|secret keys for app)`, "renew the credentials that it works with ($1)",
			`(?i)\b(?:password )?authentication failed for (?:user )?["'](\w[^"']*)["']`, "renew the password by which it works as $1",
			`(?i)\baccess denied for user ['"]([^'"]+)['"]`, "renew the password by which it works as $1, or give that user the right",
			`must be owner of (\w+) "?([\w.-]+)`, "have its controller work as the owner of $1 $2, or make the user that it works as one",
			`ownerReference refers to a resource you can't set finalizers on`, "give the account that it works with the right to update the subresource finalizers of the owner that it names",
		)),
	},
	{
		Name: Protected, Lasting: true, Outside: true,
		words: []string{"deletion protection", "deletionprotection", "deletion_protection", "prevent_destroy", "preventdestroy", "termination protection", "termination_protection", "operationnotpermitted", "delete protection", "protected from deletion", "is protected", "scopelocked", "scope(s) are locked"},
		Step:  "turn the protection off where the message says it is, if it may really go",
		ways: ways(
			`instance '([^']+)' may not be terminated\. Modify its '([^']+)'`, "if it may really go, turn off $2 of instance $1",
			`\b([Rr]esource [a-z]\w*\.[\w.-]*\w) has (?:lifecycle\.)?(prevent_destroy)`, "if it may really go, take $2 off $1 in what its controller applies: no retry gets past that",
			`(?i)\b((?:deletion|delete|termination)_?protection(?:_\w+|enabled)?|prevent_destroy)(?: ?= ?"?(?:false|true)|[\s"'.,;:]|$)`, "if it may really go, turn off $1 of it, in the field of the object that sets it or else where it stands: no retry gets past that",
			`(?i)\b(deletion|delete|termination) protection\b`, "if it may really go, turn off its $1 protection, in the field of the object that sets it or else where it stands: no retry gets past that",
		),
	},
	{
		Name: "its controller breaks at it", Lasting: true,
		words: []string{"nil pointer dereference", "invalid memory address", "index out of range", "bounds out of range", "nilpointerexception", "nullpointerexception", "observed a panic", "panic: ", "runtime error: ", "assignment to entry in nil map", "interface conversion: interface"},
		Step:  "run another release of its controller, as this one breaks at it each time, and a restart does not help; until then, fill in what the stack beside these words shows to be missing",
		ways:  ways(`(?i)(nil ?pointer \w+|nullpointerexception|invalid memory address|(?:index|bounds) out of range|nil map|interface conversion)`, "run another release of its controller, as this one breaks at it each time, and a restart does not help ($1); until then, fill in what the stack beside these words shows to be missing"),
	},
	{
		Name:  "another operation of Helm is in progress",
		words: []string{"another operation (install/upgrade/rollback) is in progress"},
		Step:  helmPending,
		ways:  ways(`\(install/upgrade/rollback\)`, helmPending),
	},
	{
		Name: "somebody else has it locked", Lasting: true, Held: true,
		fits: lockedByOne,
		Step: "end what holds ${it} locked, or release the lock if nobody works there any more",
		ways: ways(
			`(?is)state lock.*\bID:\s*([0-9a-f-]{8,})`, "release the lock $1 of the state, if nobody works at that any more",
			`(?i)\b(?:is|already) locked by (?:the )?(?:["']([\w./:@-]*\w)|([\w.:-]*[/@\d][\w./:@-]*\w))`, "have ${1}${2} let go of its lock, or release it if that is gone for good",
		),
	},
	{
		Name: "another operation runs at it", Passing: true,
		words: []string{"another operation on this", "anotheroperationinprogress", "conflicting conditional operation", "operation is already in progress", "another operation is in progress", "is already being deleted", "is in deprovisioning state", "operation is in progress", "an operation with the given"},
		Step:  "wait for the operation that runs there; if that does not end, end it where it runs",
	},
	{
		Name: "others still refer to it", quotes: true,
		fits: referredTo.MatchString,
		Step: "have what refers to it refer to another one${goes}",
		ways: ways(
			`(?i)\brefer(?:red|enced)(?: to)? by:? ?(\[?["'].+)$`, "take the reference to it out of $1, or have that refer to another one${goes}",
			`(?i)\breferenced by (\d+ [a-z]+)\b`, "see which $1 these are, and have them refer to another one, or delete those that nobody needs, which may take along what they have made${goes}"),
	},
	{
		Name: "others have to go first", Outside: true, Used: true,
		fits: obstructed,
		Step: "see what it counts, where that is kept, and end that first if nobody needs it${goes}",
		ways: ways(obstacleDue, endThem, obstacleHad, endThem, obstacleThere, endThem),
	},
	{
		Name: "who answers cannot do what is asked", Lasting: true, Vain: true, quotes: true,
		words: []string{"method not allowed", "methodnotallowed", "does not allow this method", "unsupported operation", answered + "405", answered + "501"},
		Step:  "run a release of its controller that asks otherwise, or do by hand what it would have done, and plan the removal only then: no retry and no right ends this",
	},
	{
		Name: "still in use", Outside: true, Used: true,
		words: []string{
			"bucketnotempty", "dependencyviolation", "dependency violation", "has dependencies", "dependent object", "depend on it", "resourceinuse",
			"in use", "inuse", "still attached", "still referenced", "is being used", "is using this", "is still using", "cannot be deleted while", "deleteconflict", "has a dependent", "has dependents", "still exist", "still has", "currently attached", "being accessed by", "target is busy", "resource busy", "device busy", "has watchers", "have an ip allocation", "contains non-required", "has snapshots", "must detach", "contains images", "still contains",
		},
		fits: func(text string) bool { return notEmpty(text) || isBusy(text) },
		Step: "see what still uses ${it} or is in it, and remove that where nobody needs it${goes}",
		ways: ways(
			`["']([^"']+)["']: (?:the )?([a-z]+) is (?:still )?busy\b`, "see what still uses the $2 $1, and end that${goes}",
			`(?i)\b((?:[a-z]+ )?["']?[\w.:/-]*[\d-][\w.:/-]*\w["']?|(?:device|disk|volume|pool|mount|dataset) ["']?[\w./-]+["']?) is (?:still )?busy\b`, "see what still uses $1, and end that${goes}",
			`(?i)\bbucket:? (?:\\?["']([^"'\s\\]+)\\?["']|([a-z0-9.]*[-\d][\w.-]*\w))[^;]*(?:not empty|notempty)`, "empty bucket ${1}${2}, its old versions too, once nobody needs what is in it: that cannot be undone${then}",
			`(?i)\bbucket\b.*(?:not empty|notempty)|bucketnotempty`, "empty the bucket, its old versions too, once nobody needs what is in it: that cannot be undone${then}",
			`resource '?([\w-]+)'? has a dependent object`, "see what still uses $1, and remove that where nobody needs it${goes}",
			`(?i)dependency ?violation,? [^:]*: ([a-z]+-[0-9a-f]{8,17})\b`, "see what still uses $1, and remove that where nobody needs it${goes}",
			`[Tt]he (\w+) '([^']+)' has dependencies`, "see what is left in $1 $2, and remove that where nobody needs it${goes}",
			`'([^']+)' is already being used by '([^']+)'`, "have $2 use $1 no more, or delete $2 where nobody needs that${goes}",
			`(?i)\b([a-z]+ ["']?[\w.:/-]*\d[\w.:/-]*\w["']?) is (?:still |currently |already )?using (?:this|the) ([a-z]+)\b`, "have $1 use the $2 no more, once it is clear that nobody needs that${goes}",
			`(?i)\b([a-z]+ ["']?[\w.:/-]*[\d-][\w.:/-]*\w["']?) still (?:has|contains) (?:an? |the )?((?:[a-z]{3,} ){0,2}["']?[\w.:/-]*[\d-][\w.:/-]*\w["']?)`, "see whether anybody needs $2 of $1: only where nobody does remove it, which may not be undone${goes}",
			`(?i)\b([a-z]+ ["']?[\w.:/-]*[\d-][\w.:/-]*\w["']?) still (?:has|contains) (\d+ (?:[a-z]+ ){0,2}[a-z]+s)\b`, "see whether anybody needs the $2 of $1: only where nobody does remove them, which may not be undone${goes}",
			`(?i)\bhas dependents: (.+)`, "see whether these may go, and delete those first, or see what holds them: $1",
			`(?i)\bblocked by dependent objects?:? (.+)`, "see whether these may go, and delete those first, or see what holds them: $1",
			`(?i)\b(database|schema) "?([\w.-]+)"? is being accessed by`, "end the sessions that use the $1 $2${goes}",
			`(?i)\brole "?([\w.@-]+)"? cannot be dropped because`, "take from role $1 what it owns and may do, in each database${goes}",
			`(?i)\bhas \d+ (?:dependent |remaining |active )?([a-z]+s) and (?:cannot|can't|could not) be`, "see whether the $1 of it may go, and delete those first${goes}",
			`(?i)\bhas still ([a-z]+s)\b`, "see which $1 of it are left, and what holds them: they have to go first, where nobody needs them${goes}",
			`(?i)\bhas watchers`, "see who has it mapped or open, as a node on which it is still mounted, and end that${goes}",
			`(?i)\bports have an ip allocation`, "see which ports still have an address from it, and whose they are, and delete those first that nobody needs${goes}",
			`(?i)\bcontains non-required (resource )?record sets`, "delete the records in the zone that its own name servers do not need, once nobody needs them${goes}",
			`(?i)\bhas snapshots`, "see whether its snapshots may go${none}",
			`(?i)\bmust detach (?:all )?(\w+)`, "detach the $1 of it${goes}",
			`(?i)\bcurrently attached to (?:the )?(?:instance )?([\w.:/-]*\w)`, "have it detached from $1: end what uses it there",
			`(?i)\bhas (?:\w+ )?(\w+) attached`, "see what the $1 are for that are attached to it, and whether they may be detached",
			`(?i)\b((?:[a-z]{3,} ){0,2}["']?[\w.:/-]*\d[\w.:/-]*\w["']?) (?:is |are )?(?:still |currently )attached to (?:it|this|that)\b`, "detach $1 from it, or end what uses it there${goes}",
			`(?i)\b(?:still|currently) attached to (?:it|this|that)\b`, "see what is attached to it, and detach that where nobody needs it${goes}",
			`(?i)\bstill attached to (?:the )?((?:[a-z]+ )?[\w.:/-]*\w)`, "have it detached from $1: end what uses it there",
			`(?i)\b(?:in use|used|referenced) by:? (.+?)(?:,? and (?:cannot|can't|could not)\b.*)?(?:\n|$)`, "end this use of it: $1",
			`\b((?:[A-Z][a-z]+ )?[A-Za-z]+) ([0-9a-f]{8}-[0-9a-f-]{27}|[a-z]+-[0-9a-f]{8,17}) (?:is )?(?:still )?in use`, "end what still uses $1 $2${goes}",
			`(?i)\b(registry|repository|directory|folder|hosted zone|resource group|container|catalog|vault)(?: "?[\w./:-]*\w"?)? is (?:still )?not empty`, "empty the $1, once nobody needs what is in it${goes}",
		),
	},
	{
		Name:  "a job of it failed",
		words: []string{"backofflimitexceeded", "backoff limit", "has reached the specified backoff"},
		Step:  "see why the job that it names failed, mend that, and have it run again",
		ways:  ways(`\bjob(?:\.batch)?[/ ]"?([a-z0-9][\w.-]*)`, "see why Job $1 failed, which the log of its pod tells, mend that, and have it run again"),
	},
	{
		Name: NotInTime, Outside: true,
		fits: func(text string) bool {
			return waitedInVain.MatchString(text) || triedInVain.MatchString(text) || endedInVain.MatchString(text) && !network.MatchString(text)
		},
		Step: "see what still uses what it waits for, and end that",
		ways: ways(`(?i)\b((?:decommission|drain|evict|remov|delet|detach|rebalanc|migrat|evacuat|relocat|unmount|shutdown|terminat|uninstall)[a-z]*(?: of [\w./-]+)?) timed out: (.+)`, "mend why its $1 does not end in time: $2",
			`(?i)\b(?:delete|deleting|remove|removing|detach|detaching) (?:the )?([\w -]+?)(?: "?([\w./:-]*\d[\w./:-]*)"?)?: .*timed out waiting for the condition`, "see what still uses the $1 $2 or keeps it, and end that: it does not go in the time that the controller waits",
			`(?i)\b(?:time[d ]? ?out|gave up|failed) (?:while )?waiting (?:for|on|until) (?:the |all )?(.{3,80}?) (?:to be|is|are) (`+ended+`)\b`, "see what keeps $1 from being $2, and end that: it does not come in the time that the controller waits",
		),
	},
	{
		Name:  "over a quota",
		words: []string{"quotaexceeded", "quota exceeded", "quota has been exceeded", "limitexceeded", "limit exceeded", "insufficient capacity", "insufficientinstancecapacity"},
		Step:  "raise the quota, or free what uses it up",
	},
	{
		Name: "no room is left", Lasting: true,
		words: []string{"disk full", "database space exceeded", "connection slots are reserved", "too many connections", "too many clients"},
		fits:  noSpace.MatchString,
		Step:  "make room where it says that there is none left",
		ways: ways(
			`(?i)mvcc: database space exceeded`, "make room in etcd: compact and defragment it, and take back its alarm; until then the API server stores nothing",
			`(?i)(connection slots are reserved|too many (?:connections|clients))`, "free connections of what it talks to, or allow more ($1)",
		),
	},
	{
		Name: "the storage of the API server does not keep up", Passing: true,
		words: []string{"etcdserver:", "unable to return a response in the time allotted"},
		Step:  "wait; if it goes on, see to etcd",
	},
	{
		Name: "what it talks to is not reached", Reached: true,
		words: []string{
			"no such host\\b", "connection refused", "i/o timeout", "context deadline exceeded", "timed out", "no route to host",
			"network is unreachable", "econnrefused", "econnreset", "etimedout", "enotfound", "ehostunreach", "enetunreach", "eai_again", "connectionerror", "connecttimeout", "connectexception", "max retries exceeded with url", "tls handshake", "x509", "certificate has expired", "dial tcp", "connection reset", "unexpected eof", ": eof", "service unavailable", "code = unavailable", "dial unix", "no endpoints available", "timeout waiting for", "timeoutexception", "timeouterror", "request timeout", answered + "503", answered + "408",
		},
		Step: "have what it talks to answer again, and its controller's pod reach it",
		ways: ways(
			`(?:Get|Post|Put|Patch|Delete|Head) "?https?://([^/"\s]+).*x509: (.+)`, "mend the certificate of $1, or what the controller trusts: $2",
			`(?:^|[^/]) x509: (.+)`, "mend the certificate of what it talks to, or what the controller trusts: $1",
			`lookup ([^\s:]+).*: no such host`, "have the name $1 resolve again, or name the right host in the configuration",
			`(?:Get|Post|Put|Patch|Delete|Head) "?https?://([^/"\s]+)`, "have $1 answer again, so that the controller's pod reaches it",
			`(?:ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH) ([a-z0-9][\w.-]*:\d+)`, "have $1 answer again, so that the controller's pod reaches it",
			`(?:ENOTFOUND|EAI_AGAIN) ([a-z0-9][\w.-]*)`, "have the name $1 resolve again, or name the right host in the configuration",
			`dial unix:? ([^\s:]+)`, "have what listens on $1 run again: it is another container of the same pod",
			`dial tcp:? ([^\s]+:\d+)`, "have $1 answer again, so that the controller's pod reaches it",
			`(?i)no endpoints available for service \\?"([\w.-]+)`, "have a pod of Service $1 run and be ready again: it has none that could answer",
			`(?i)\bhost=["']?([a-z0-9][\w.-]+)["']?, ?port=(\d+)`, "have $1:$2 answer again, so that the controller's pod reaches it",
			`(?i)\b(?:reach|contact|(?:connect(?:ing|ion)?|dial(?:ing)?)(?: to)?) (?:the )?(?:server |host |at )*["'(]*((?:https?://)?[a-z0-9][\w-]*\.[\w.-]*\w(?::\d+)?)`, "have $1 answer again, so that the controller's pod reaches it",
			`(?i)\b(?:reach|contact|connect(?:ing)? to|dial the) ((?:the )?[a-z][\w -]{2,60}?)(?: at |[:,;.]|$)`, "have $1 answer again, so that the controller's pod reaches it",
		),
	},
	{
		Name: "what it talks to fails itself", quotes: true, Reached: true,
		words: []string{"internal server error", "bad gateway", "gateway timeout", "gateway time-out", "internalfailure", answered + "500", answered + "502", answered + "504"},
		Step:  "see to what its controller talks to: that answers with an error of its own, which nothing here mends${once}",
		ways: ways(`(?i)\b50[0-4]\b ?[:(-] ?([^"']{8,120}["'\\]+[\w./-]+["'\\]+,? \w+ \w+.*?)\)*$`, "mend, where it is kept, what these words name, for which what its controller talks to refuses${goes}: $1",
			`(?:GET|POST|PUT|PATCH|DELETE|Get|Post|Put|Patch|Delete) "?(https?://[^/"\s\]]+)`, "see to what answers at $1: that fails itself, which nothing here mends${once}"),
	},
	{
		Name: "what it stands in is gone, or about to be", Lasting: true, Outside: true,
		fits: homeGone,
		Step: "see whether what it stands in can be had back, or is back by now: with that, the deletion goes through",
	},
	{
		// Provisioners count in memory how often a deletion has failed.
		Name: "it has failed too often", Lasting: true, Anew: true,
		words: []string{"faileddeletethreshold"},
		Step:  "find the error of before in its log, and mend that; then start the pods of its controller anew: it counts its failures in memory, tries again when it starts, and says what fails",
	},
	{
		Name: "its record of what it made is lost", quotes: true,
		fits: recordLost.MatchString,
		Step: "bring back the state that its controller kept of what it made, from a backup of where it was, or write a new one by importing what is still there: without it nothing is deleted, and no retry helps; where nothing is left outside, plan the removal",
	},
	{
		Name: EmptyRecord, quotes: true,
		fits: recordEmpty,
		Step: "look, where its controller would have made it, whether there is anything that belongs to this object: if so, write the ID of that back into the object, so that it is found; if nothing was made, there is nothing to delete, and no retry fills that in: a later release may let go by itself, and else plan the removal",
	},
	{
		Name: "deleted already where it is, and only kept for a while", Begun: true, quotes: true,
		fits: sentence.Begun,
		Step: "see, where it is kept, until when that is, and wait for that: nothing has to be mended; have it taken away for good there at once only where nobody wants it back",
		ways: ways(keptUntil, "wait until $1, when it is taken away for good where it is kept: nothing has to be mended; have that done there at once only where nobody wants it back"),
	},
	{
		Name: "what it looks up first is not there", quotes: true,
		fits: lookedUpInVain.MatchString,
		Step: "take that lookup out of what its controller applies, or have it find something again until the deletion is through: it comes before the deletion, so that no retry helps",
		ways: ways(
			`(?i)\bno matching ((?:[\w-]+ ){1,4})(?:was |were )?found\b`, "take the lookup that finds no ${1}any more out of what its controller applies, or have it find one again until the deletion is through: it comes before the deletion, so that no retry helps; destroy by hand what else was made, where neither can be done",
		),
	},
	{
		// A server says so of what is gone and of what the one who asks may not see.
		Name: "the deletion was answered by 404", Lasting: true, quotes: true,
		fits: sentence.Answered404,
		Step: "look whether it is still there, as somebody who may see it: it is gone already, or what its controller works with may not see it; only if it is gone, have its controller take that for done",
		ways: ways(`(https?://[^\s"]*[^:/\s"]//+[^\s"]*\w)`, "see why a part is empty of the address that its controller calls, $1: a setting is missing, or this release leaves it out; a 404 from there does not tell that it is gone"),
	},
	{
		// To bring it back would bring back what is to go.
		Name: DoneAlready, Lasting: true, Vain: true, quotes: true,
		fits: func(text string) bool { return sentence.NamedGone(text) || sentence.EndedAlready(text, "") },
		Step: "make sure, where it was, that what it is to delete is gone; only then have its controller take that for done, by a later release or an empty one of that name, and let go of its finalizer only if neither can be",
	},
	{
		Name: "what is outside of the cluster is not there, by these words", quotes: true,
		fits: sentence.OutsideGone,
		Step: "look, where it was, whether that is gone with all that belongs to it: if so, have its controller take that for done, and let go of its finalizer only if it cannot; if not, mend how its controller looks for it",
	},
	{
		Name: "it has no way to what it works at", quotes: true,
		fits: func(text string) bool {
			return !prerequisite.MatchString(text) && (noClient.MatchString(text) || unregistered.MatchString(text))
		},
		Step: "see whether its controller still knows what it has to reach, and has what it needs for that: its registration, its kubeconfig or its credentials; bring that back until the deletion is through",
		ways: ways(noClientFor, "have $1 known to its controller again, with what that needs to reach it (its registration, kubeconfig or credentials), until the deletion is through; where $1 is gone for good, plan the removal",
			unregisteredNamed, "have the $1 registered with its controller and reached by it again, until the deletion is through; where that is gone for good, plan the removal"),
	},
	{
		Name: "its own statement is not valid", Lasting: true, Vain: true, Outside: true, quotes: true,
		fits: badStatement.MatchString,
		Step: "do by hand, where it is kept, what its controller fails at, and let go of its finalizer only then: the statement that it makes there is not valid, so that no retry helps",
		ways: ways(`(?i).*\b(?:error|failed|failure)(?: while| when| in)? ([a-z]+ing [^:;]{2,60}): [^;]*syntax`, "do by hand, where it is kept, what its controller fails at ($1), and let go of its finalizer only then: the statement that it makes there is not valid, so that no retry helps",
			`(?i).*\b(?:fail(?:ed|ure) to|unable to|cannot|could not) ([a-z]+ [^:;]{2,60}): [^;]*syntax`, "do by hand, where it is kept, what its controller fails at (to $1), and let go of its finalizer only then: the statement that it makes there is not valid, so that no retry helps"),
	},
	NotThere,
	{
		Name: "something that it needs is not there", quotes: true, Absent: true,
		words: []string{"not found", "notfound", "does not exist", "no such", "no matches for kind", "could not find the requested resource", "cannot find", "could not find", "unable to find", "failed to find", answered + "404"},
		fits:  func(text string) bool { return unknownOne.MatchString(text) && !noNameOf.MatchString(text) },
		Step:  NotThere.Step,
		ways: slices.Concat(ways(
			`(?i)\bnamespaces? "([^"]+)" not found`, "find out where namespace $1 should be: what it names is not there, and may be gone for good",
			// What a deletion takes away lies elsewhere: below /dev, /mnt, /var/lib.
			`\bopen "?(/(?:etc|conf|config|configs|certs?|tls|run/secrets|var/run/secrets|secrets?|opt|app|usr|home|root|tmp)/[^\s:"']+)"?: no such file or directory`, "have the file $1 there again for its controller: see from which ConfigMap, Secret or volume its pods should have it",
		), restoring(
			`(?i)\bservice ?accounts?(?:\.[a-z0-9.-]+)? \\?"([^"\\]+)\\?" not found`, "bring back ServiceAccount $1, with the bindings that gave it its rights, until the deletion is through",
			unknownNamed, "make $1 $2$3 again until the deletion is through, where nothing acts on that which does harm: its controller does not know it and does not get past that",
			`\b([a-zA-Z]\w*\.[a-z0-9-]+\.[a-z0-9.-]+|[A-Z]\w*[a-z]\w*|(?:secret|configmap|serviceaccount|node|pod|deployment|statefulset|daemonset|service|endpoint|job|persistentvolume|persistentvolumeclaim|role|clusterrole|replicaset|cronjob)s?(?:\.[a-z0-9.-]+)?|storageclass(?:es)?(?:\.[a-z0-9.-]+)?|ingress(?:es)?(?:\.[a-z0-9.-]+)?) "([^"]+)" not found`, "bring back $1 $2, or take off the reference to it if it is really gone for good",
			`(?i)\b(?:cannot|could not|unable to|failed to) find (?:the )?((?:[a-z]+ ){0,2}[a-z]+) "?([\w.:/-]*[\d-][\w.:/-]*)"?`, "bring back $1 $2, or have its controller do without it if it is gone for good",
		), ways(
			`could not find the requested resource \(\w+ ([a-z0-9.-]+)\)`, "have the server serve $1 again: install its definition, as its controller still asks for it, or run a release of that which does not",
			`no matches for kind "([^"]+)" in version "([^"]+)"`, "install the definition of $1 ($2) again",
		)),
	},
	{
		Name: "it would drop who it works as", Lasting: true, Outside: true,
		words: []string{"current user cannot be dropped", "session user cannot be dropped", "cannot drop the currently open database"},
		Step:  "have its controller work as another user, or on another database, than the one that it is to drop: name another one in the object, or tell it there to keep this one",
		ways:  ways(`(?:current user|session user|currently open database)`, "have its controller work as another user, or on another database, than the one that it is to drop: name another one in the object, or tell it there to keep this one"),
	},
	{
		// Its holder has done its part; what refuses is a rule of the definition that the object as
		// it stands does not keep any more.
		Name: "its finalizer cannot be taken off: the object is not valid", Lasting: true, quotes: true,
		fits: lettingGoInvalid.MatchString,
		Step: "have the kind's definition and its controller be of one release: its part is done, and the server refuses to take the finalizer off",
		ways: slices.Concat(invalidMarks(": the server refuses to take the finalizer off because of it: "), ways(
			invalidAs+`((?:spec|status)`+restOfPath+`): Forbidden: ((?:[a-z]+ )?(?:updates?|changes?|changing|updating|may not (?:add|change|be changed|remove)|is immutable)\b.*)`, "find what changes the field $1 in the update that takes the finalizer off, its controller itself or a mutating webhook that is asked about updates: its part is done, and the server refuses that change: $2",
			invalidAs+`((?:spec|status)`+restOfPath+`): Forbidden: (.+)`, "mend the field $1: its part is done, and as long as that is as it is, the server refuses to take the finalizer off: $2",
			invalidAs+`((?:spec|status)`+restOfPath+`): .+`, "have the kind's definition and its controller be of one release, or mend the field $1: its part is done, and because of that field the server refuses to take the finalizer off",
			invalidAs+`(`+fieldPath+`): `+faults+`: (.+)`, "mend $1: its part is done, and as long as that is as it is, the server refuses to take the finalizer off: $2",
		)),
	},
	{
		Name: "it looks for something by a name that is empty", Lasting: true,
		words: []string{"resource name may not be empty"},
		Step:  "set the field that names what its controller looks for, or have it leave that step out: the name is empty, as where that was never made",
	},
	{
		Name: NotValid, Lasting: true, quotes: true,
		words: []string{"invalid value", "is invalid", "failed validation", "validation failed", "validationerror", "is immutable", "required value", "malformed", "bad request", "unprocessable entity", "is required", answered + "400", answered + "422"},
		Step:  "see what it asks for that is refused as wrong, and mend the field from which it takes that",
		ways: slices.Concat(invalidMarks(": "), ways(
			`(?:^|[\s\["'(])(`+fieldPath+`): (?:Invalid|Required|Forbidden)(?: value)?: (.+)`, "mend the field $1: $2",
			`(?:^|[\s\["'(])(`+fieldPath+`): Required value`, "mend the field $1, which has to be set",
		)),
	},
	{
		Name: "something that it reads cannot be understood", Lasting: true, quotes: true,
		words: []string{
			"cannot unmarshal", "failed to unmarshal", "unable to parse", "failed to parse", "cannot parse", "mapping values are not allowed", "illegal base64",
			"unknown field", "no kind is registered", "unsupported protocol scheme", "no configuration has been provided", "nil pointer evaluating", "undefined variable", "could not find expected", "unable to decode", "failed to decode", "failed to decrypt", "unable to decrypt", "cannot decrypt", "could not decrypt",
		},
		Step: "mend what its controller reads and cannot understand: a field, a Secret or a file",
		ways: ways(
			`cannot unmarshal (\w+) into Go (?:struct field|value of type) (\S+)(?: of type (\S+))?`, "mend what is read as $2: it may be no $1 (${3})",
			`unknown field "([^"]+)"`, "take out the field $1, or have the definition know it",
			`no configuration has been provided`, "give its controller the configuration of the cluster that it is to reach: it has none",
		),
	},
	{
		Name: Unresolved, quotes: true,
		fits: unresolved.MatchString,
		Step: "see whether what its spec refers to is there and ready, and mend or bring back what is not; where all of that is well, run a release of its controller that can read it: it reads that before it deletes, so that no retry helps",
	},
	{
		Name: "its state does not let it be deleted", Outside: true, quotes: true,
		fits: wrongState.MatchString,
		Step: "see what state ${it} is in where it is, and bring it into one in which it can be deleted, or delete it there",
		ways: ways(
			`(?i)\b((?:[a-z]+ ){1,2}["']?[\w.:/-]*[\d-][\w.:/-]*\w["']?) (?:is )?not (?:in )?(?:active|available|ready)\b[^:]{0,24}\b(?:status|state):? ["']?(\w+)`, "see what left the $1 in state $2 where it is: bring it into one in which it can be deleted, or delete it there",
			`(?i)\bdelet(?:e|ing) (?:the )?(volume|disk)\b(?: ["']?[\w./-]*\d| of|[^\w ]|$)`, "see whether the $1 is still attached to a machine, by the VolumeAttachments in the cluster and where it is kept, as one that is cannot be deleted: have it detached once no pod uses it; if it is attached to none, see what state it is in there, and bring it into one in which it can be deleted",
		),
	},
	{
		Name: "that is not offered there", Lasting: true, quotes: true,
		fits:  deletionOff.MatchString,
		words: []string{"not implemented", "unimplemented", "is not supported", "not supported by", "optinrequired", "feature gate"},
		Step:  "turn on what it asks for, or run a release of its controller that does without it",
		ways:  ways(`(?i)\b((?:[a-z]+ )?(?:deletion|removal)) (?:is|are|was|has been) (?:disabled|turned off|switched off|not enabled)\b`, "if it may really go, turn $1 on where that is set, as it is off there, or do there by hand what its controller would have done"),
	},
	{
		Name: "what it is to make is there already", quotes: true,
		words: []string{"already exists"},
		Step:  "see what is there already and what it is for, before anything is done to it",
	},
	{
		Name: "it conflicts with something that is there", Outside: true, quotes: true,
		words: []string{answered + "409", "failedprecondition"},
		Step:  "see, where it is kept, what stands against its deletion, which these words may name, and end that first if nobody needs it${goes}",
	},
	{
		Name: CommandFailed, quotes: true,
		fits: commandEnded.MatchString,
		Step: "see what the command has printed, which its controller's log has or the log of the pod in which it ran: these words say only how it ended",
	},
	{
		Name: "it was ended in the middle", Passing: true,
		words: []string{"context canceled", "leader election lost", "signal: killed"},
		Step:  "wait for the next attempt; if it goes on, see why its controller ends again and again",
	},
	{
		Name: notFinished, Passing: true,
		fits: sentence.Unfinished,
		Step: "see how far what it has begun is, where that runs, as in a Job and its pods or in the cloud; it looks again by itself",
	},
	{
		Name: CauseUntold, quotes: true,
		fits: untoldCause.MatchString,
		Step: "find out why, in the log of its controller at that time or where it asks for the deletion: these words say that it fails, and not why",
	},
	{
		Name: "the cause is cut off", quotes: true,
		fits: causeCut.MatchString,
		Step: "read the whole message, in the conditions of the object or in the log of its controller: here it is cut where the cause would stand",
	},
	{
		// Nothing is the matter with that but what keeps the namespace itself.
		Name:  "a namespace is on its way out already",
		words: []string{"ensuring all content is removed from this namespace"},
		Step:  "see whether the namespace is still there that it names, and if so what is left in it: it was asked to go once more while it goes already, which fails until it is gone; if it is gone by now, the words are of before, and something else holds this",
		ways:  ways(`on namespaces \\?["'\x60]([a-z0-9][a-z0-9-]*)\\?["'\x60]`, "see whether namespace $1 is still there, and if so what is left in it: it was asked to go once more while it goes already, which fails until it is gone; if it is gone by now, the words are of before, and something else holds this"),
	},
}
