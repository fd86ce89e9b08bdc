package logline

import (
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/regex"
)

// isTemplate are fields that hold a message with the names of fields in it, as loggers of .NET write it.
var isTemplate = map[string]bool{"@mt": true, "messagetemplate": true, "{originalformat}": true}

// hole is where a field belongs in a template: {Name}, {@Name}, {0}, {Speed:0.00}; two braces are one that is meant.
var hole = regex.New(`\{\{|\}\}|\{[@$]?([A-Za-z_0-9][\w.]*)(?:,-?\d+)?(?::[^{}]*)?\}`)

// templated makes the message of a template, where the line has one and no message.
func (l *Line) templated() {
	at := slices.IndexFunc(l.Fields, func(f Field) bool { return isTemplate[strings.ToLower(f.Key)] })
	if at < 0 {
		return
	}
	template := l.Fields[at].Value
	l.Fields = slices.DeleteFunc(l.Fields, func(f Field) bool { return isTemplate[strings.ToLower(f.Key)] })
	if l.Message == "" {
		l.Message = hole.ReplaceAllStringFunc(template, l.filled)
	}
}

// filled is what stands in a hole; one for which there is no field stays.
func (l *Line) filled(whole string) string {
	if whole == "{{" || whole == "}}" {
		return whole[:1]
	}
	name := hole.FindStringSubmatch(whole)[1]
	if value := l.valueOf(name); value != "" {
		return value
	}
	for _, within := range []string{name + ".", name + ".Metadata."} { // an object, which is told by its name
		switch value, namespace := l.valueOf(within+"Name"), l.valueOf(within+"Namespace"); {
		case value == "":
		case namespace != "":
			return namespace + "/" + value
		default:
			return value
		}
	}
	return whole
}

// valueOf is the value of a name, whatever its case.
func (l *Line) valueOf(key string) string {
	for _, f := range l.Fields {
		if strings.EqualFold(f.Key, key) {
			return f.Value
		}
	}
	return ""
}
