package logline

import "github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"

// calls are what people call those programs for: an error of what is called after one of them is none.
const calls = `(?:get|describe|explain|edit|create|apply|delete|del|patch|replace|annotate|label|scale|rollout|rollback|logs?|exec|debug|cp|top|events|wait|drain|cordon|uncordon|taint|run|expose|port-forward|proxy|` +
	`auth|config|cluster-info|api-(?:resources|versions)|version|certificate|kustomize|diff|set|finalizers|krew|adm|new-\w+|project|login|process|start|install|uninstall|upgrade|update|list|ls|status|history|template|` +
	`repo|pull|push|test|show|search|lint|package|dep|dependency|init|operator|manifest|x|experimental|analyze|proxy-\w+|pc|ps|verify-install|tag|revision|--?\w)`

// Typed is a line that a person has typed, or what a command has answered to that.
var Typed = regex.New("^\\S*[$#>❯➜] |\\b(?:kubectl|oc|helm|istioctl) " + calls + "(?:\\W|$)|^\\s*```|\" (?:force )?deleted$|^[Ww]arning: Immediate deletion|^(?:Warning|Normal)\\s{2,}|^(?:[A-Z][A-Z-]+\\s{2,}){2}" +
	`|^\s*[Ee]rror: (?:[Aa]n error occurred while waiting for the object to be deleted|uninstallation completed with \d+ error\(s\): (?:timed out|context deadline exceeded)|timed out waiting for the condition\b)|: Still (?:destroying|modifying)\.\.\. \[`)
