package sentence

import (
	"path"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// Install is a command that puts a program on a cluster, or takes one off, or what such a one has printed.
type Install struct {
	// Words are it as it was copied.
	Words string
	// Off says that it takes the program off.
	Off bool
	// Program are names of which one has to be that of the program; empty where none is told, as by whoever has
	// built it.
	Program []string
	// Namespace is the one that goes with all that runs there, Workload the name of what ran.
	Namespace, Workload string
	// In is the namespace of a release of helm, where that is told.
	In string
	// Chart are the words after helm that put it there, nil where none were copied.
	Chart []string
}

// installForms are the commands: how each begins, whether it takes off, and how what stands behind is read.
var installForms = []struct {
	pattern *regex.Regexp
	off     bool
	read    func(i *Install, arguments string) bool
}{
	{regex.New(`^helm +(?:uninstall|delete|del)\b(.*)`), true, ofRelease},
	{regex.New(`^helm +(?:install|upgrade)\b(.*)`), false, ofChart},
	{regex.New(`^release "([^"\s]+)" uninstalled`), true, ofRelease},
	{regex.New(`^operator-sdk +cleanup\b(.*)`), true, ofRelease},
	{regex.New(`^make +undeploy\b(.*)`), true, ofAny},
	{regex.New(`^make +deploy\b(.*)`), false, ofAny},
	{regex.New(`^(?:kubectl|oc|k) +delete +(.*)`), true, ofObjects},
	{regex.New(`^(?:kubectl|oc|k) +(?:apply|create) +(.*)`), false, ofObjects},
	{regex.New(`^((?:namespace|(?:deployment|statefulset|daemonset)\.apps|clusterserviceversion\.operators\.coreos\.com) "[^"\s]+") (?:force )?deleted`), true, ofObjects},
	{regex.New(`^((?:deployment|statefulset|daemonset)\.apps/\S+) (?:created|configured|unchanged|serverside-applied)`), false, ofObjects},
	{regex.New(`^([a-z][a-z0-9-]*) +uninstall\b`), true, ofCalled},
	{regex.New(`^([a-z][a-z0-9-]*) +install\b`), false, ofCalled},
}

var (
	// beforeCommand is what stands before a command that is a line of its own, or is marked as one in a sentence.
	beforeCommand = regex.New("^(?:(?:[-*] +|\\d+[.)] +)?(?:[Rr]un:? +)?`?|.*?[$#❯] +|.*?`)(?:sudo +)?([a-z][^`|;&]*)")
	// notDone is how a sentence speaks of a command that somebody gives as advice, or that did not come to its end.
	notDone = regex.New(`(?i)\b(?:hang|hangs|hung|hanging|stuck|blocks|never|not|cannot|can't|didn't|doesn't|timed out|times out|fails?|failed|errors?|refuses|workaround|please|documentation|recommend\w*|try|instead|you (?:can|have|need)|need to|to (?:uninstall|remove|delete|clean))\b`)
	// dryRun is the flag of a command that only says what it would do.
	dryRun = regex.New(`--dry-run(?:=(?:client|server|true))?(?:\s|$)`)
	// answeredNo is how the answer to a command begins that was not obeyed.
	answeredNo = regex.New(`^(?:Error from server|error:|Error:|make: \*\*\*)`)
	// uninstallHangs is how people tell that helm waits, which it does for a hook and before it deletes anything.
	uninstallHangs = regex.New(`(?i)\buninstall\w*\b[^.?!]{0,60}\b(?:hang|hangs|hung|hanging|stuck|never|not|cannot|can't|timed out|times out|fails?|failed)\b|\bpre-delete\b`)
	// safeWord is a word that a shell takes as it is.
	safeWord = regex.New(`^[A-Za-z0-9][\w./:+-]*$`)
	// versionBehind is a version at the end of a name.
	versionBehind = regex.New(`[-_.]?v?\d[\w.-]*$`)
)

// InstallIn is the command in a line, or what one has printed there. A dry run is none.
func InstallIn(line string) (i Install, ok bool) {
	m := beforeCommand.FindStringSubmatchIndex(line)
	if m == nil {
		return i, false
	}
	i.Words = strings.Join(strings.Fields(line[m[2]:m[3]]), " ")
	for _, form := range installForms {
		found := form.pattern.FindStringSubmatch(i.Words)
		if found == nil {
			continue
		}
		if said := line[:m[2]] + " " + line[m[3]:]; dryRun.MatchString(i.Words) || notDone.MatchString(i.Words) || merely.MatchString(said) || notDone.MatchString(said) {
			return i, false
		}
		i.Off = form.off
		return i, form.read(&i, found[1])
	}
	return i, false
}

// InstalledLast is of the commands among lines that are about one program, as is reported of each, the last that was
// obeyed. How helm has put it there is known from any of them.
func InstalledLast(lines []string, of func(*Install) bool) (last Install, told bool) {
	var chart []string
	for at, line := range lines {
		i, is := InstallIn(strings.TrimSpace(line))
		if !is || !of(&i) || refusedBelow(lines[at+1:]) || strings.HasPrefix(i.Words, "helm ") && i.Off && slices.ContainsFunc(lines, uninstallHangs.MatchString) {
			continue
		}
		if i.Chart != nil {
			chart = i.Chart
		}
		last, told = i, true
	}
	last.Chart = chart
	return last, told
}

// longestAnswer is in how many lines behind a command its answer is looked for.
const longestAnswer = 20

// refusedBelow reports whether the lines behind a command answer that it was not obeyed. What helm could not end it
// has begun.
func refusedBelow(lines []string) bool {
	for _, line := range lines[:min(len(lines), longestAnswer)] {
		line = strings.TrimSpace(line)
		switch {
		case answeredNo.MatchString(line):
			return !strings.Contains(line, "uninstallation completed")
		case strings.HasPrefix(line, "$ "), strings.HasPrefix(line, "# "), strings.Contains(line, "$ kubectl"):
			return false // the next one
		}
	}
	return false
}

func ofAny(*Install, string) bool { return true }

// ofCalled is of the program that is called itself.
func ofCalled(i *Install, program string) bool {
	i.Program = []string{strings.TrimSuffix(strings.TrimSuffix(program, "ctl"), "-cli")}
	return true
}

// ofRelease is of the releases that are named.
func ofRelease(i *Install, arguments string) bool {
	names, flags := apart(arguments)
	i.Program, i.In = names, flags["--namespace"]
	return len(i.Program) > 0
}

// ofChart is of the release and the chart that are named.
func ofChart(i *Install, arguments string) bool {
	names, flags := apart(arguments)
	if len(names) != 2 {
		return false
	}
	_, chart, _ := strings.Cut(names[1], "/")
	i.Program, i.In = slices.Concat(names, []string{chart}), flags["--namespace"]
	i.Chart = append([]string{"install"}, names...)
	for _, flag := range []string{"--namespace", "--version", "--repo"} {
		if flags[flag] != "" {
			i.Chart = append(i.Chart, flag, flags[flag])
		}
	}
	if slices.ContainsFunc(i.Chart, func(word string) bool { return !strings.HasPrefix(word, "--") && !safeWord.MatchString(word) }) {
		i.Chart = nil // nothing to paste into a shell
	}
	return true
}

// ofObjects is of what runs, or what it runs in, or of a file of all that a program is of.
func ofObjects(i *Install, arguments string) bool {
	names, flags := apart(arguments)
	for _, flag := range []string{"--filename", "--kustomize"} {
		if flags[flag] != "" {
			return i.ofFile(flags[flag])
		}
	}
	if len(names) == 0 {
		return false
	}
	typ, name, joined := strings.Cut(names[0], "/")
	if !joined && len(names) > 1 {
		name = names[1]
	}
	switch typ, _, _ = strings.Cut(strings.ToLower(typ), "."); {
	case name == "":
		return false
	case slices.Contains([]string{"ns", "namespace", "namespaces", "project"}, typ) && i.Off:
		i.Namespace = name
	case slices.Contains(strings.Fields("deploy deployment deployments sts statefulset statefulsets ds daemonset daemonsets"), typ):
		i.Workload = name
	case slices.Contains(strings.Fields("csv csvs clusterserviceversion clusterserviceversions"), typ) && i.Off:
		name, _, _ = strings.Cut(name, ".v")
		i.Program = []string{name}
	default:
		return false
	}
	return true
}

// ofOperator are words in the name of a file by which a program is deployed.
var ofOperator = strings.Fields("operator controller manager install deploy bundle release components")

// ofFile is of the program of a file: its name, or that of the directory or the address which it is in. A file that
// is called operator is of the one that is spoken of.
func (i *Install) ofFile(file string) bool {
	dir, base := path.Split(file)
	base, _, _ = strings.Cut(strings.TrimSuffix(strings.TrimSuffix(base, ".yaml"), ".yml"), "?")
	base = versionBehind.ReplaceAllString(base, "")
	own := slices.DeleteFunc(strings.FieldsFunc(base, func(c rune) bool { return strings.ContainsRune("-_.", c) }), func(word string) bool {
		return slices.Contains(ofOperator, word)
	})
	rest := strings.Join(own, "-")
	switch remote := strings.Contains(dir, "://"); {
	case strings.HasSuffix(dir, "config/") && base == "default":
		return true
	case rest == base && (!remote || !strings.Contains(dir, "/releases/")):
		return false
	case remote:
		i.Program = append(strings.FieldsFunc(dir, func(c rune) bool { return c == '/' }), rest)
	case rest != "":
		i.Program = []string{base, rest}
	}
	return true
}

// apart takes arguments apart into names and the values of flags, which are told by their long names.
func apart(arguments string) (names []string, flags map[string]string) {
	flags = map[string]string{}
	words := strings.Fields(arguments)
	for at := 0; at < len(words); at++ {
		word := strings.Trim(words[at], `"',.`)
		if !strings.HasPrefix(word, "-") {
			names = append(names, word)
			continue
		}
		flag, value, given := strings.Cut(word, "=")
		if long := longFlags[flag]; long != "" && !given && at+1 < len(words) {
			at++
			value = words[at]
		}
		if long := longFlags[flag]; long != "" {
			flag = long
		}
		flags[flag] = strings.Trim(value, `"'`)
	}
	return names, flags
}

// longFlags are the flags of such commands that have a value, by how they are written, with their long names.
var longFlags = map[string]string{
	"-n": "--namespace", "-f": "--filename", "-k": "--kustomize", "-l": "--selector",
	"--namespace": "--namespace", "--filename": "--filename", "--kustomize": "--kustomize", "--selector": "--selector",
	"--kube-context": "--kube-context", "--context": "--context", "--kubeconfig": "--kubeconfig", "--timeout": "--timeout", "--description": "--description",
	"--values": "--values", "--set": "--set", "--set-string": "--set-string", "--version": "--version", "--repo": "--repo", "--grace-period": "--grace-period",
}

// byHelm is how helm begins its answer to a command that it has not obeyed.
var byHelm = regex.New(`^Error: (?:uninstall: |uninstallation completed\b|UPGRADE FAILED: |INSTALLATION FAILED: |release: |rendered manifests contain\b|cannot re-use a name\b|failed to delete release\b|Unable to continue with\b)`)

// typedHelm is a command of helm that somebody has typed.
var typedHelm = regex.New(`^(?:[-*] |[$#>❯%] ?)?(?:sudo )?helm +(?:uninstall|delete|del|install|upgrade)\b`)

// HelmTyped reports whether commands of helm are among lines, which somebody has typed.
func HelmTyped(lines []string) bool {
	return slices.ContainsFunc(lines, func(line string) bool { return typedHelm.MatchString(strings.TrimSpace(line)) })
}

// ByHelm reports whether a line is the answer of helm to a command.
func ByHelm(line string) bool { return byHelm.MatchString(strings.TrimSpace(line)) }

var (
	// takenByHelm is how people write that they had helm take something off.
	takenByHelm = regex.New(`\bhelm +(?:uninstall|delete|del)\b`)
	// noRelease is how helm says that it has no release of a name.
	noRelease = regex.New(`^(?:Error: (?:uninstall: )?(?:Release not loaded: \S+ )?release: not found|Release "[^"\s]+" does not exist\b)`)
	// heldAlready is how helm refuses a chart because an object in it is there already: its name and its kind, or these in
	// the other order.
	heldAlready = regex.New(`(?:\bname: ([a-z0-9][-a-z0-9.]*), existing_kind: \S+, Kind=(\w+)|^Error: .*: (\w+) "([^"\s]+)" in namespace "[^"]*" exists and cannot be imported\b)`)
)

// RefusedOver reports whether helm answers that it does not install a chart because an object is there already that is in
// it, and whether that is left of a release that was taken off, of which helm knows nothing any more.
func RefusedOver(lines []string, kind, name string) (refused, left bool) {
	taken, unknown := false, false
	for _, line := range lines {
		line = strings.TrimSpace(line)
		taken, unknown = taken || takenByHelm.MatchString(line), unknown || noRelease.MatchString(line)
		if m := heldAlready.FindStringSubmatch(line); m != nil && ByHelm(line) {
			refused = refused || m[1]+m[4] == name && strings.EqualFold(m[2]+m[3], kind)
		}
	}
	return refused, refused && taken && unknown
}
