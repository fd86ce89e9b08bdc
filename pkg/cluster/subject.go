package cluster

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain"
)

const (
	serviceAccountPrefix = "system:serviceaccount:"
	serviceAccounts      = "system:serviceaccounts"
	authenticated        = "system:authenticated"
	anonymous            = "system:anonymous"
)

// oneself reports whether the subject is the person who asks.
func oneself(who explain.Subject) bool { return who.User == "" && len(who.Groups) == 0 }

// impersonate makes a request one in the name of the subject. What it finds in
// the header, such as what kubectl's --as asks for, gives way to it.
func impersonate(header http.Header, who explain.Subject) error {
	if oneself(who) {
		return nil
	}
	if who.User == "" {
		return errors.New("a request in the name of groups needs a user")
	}
	header.Set("Impersonate-User", who.User)
	for _, group := range who.Groups {
		header.Add("Impersonate-Group", group)
	}
	return nil
}

// groupsOf returns the groups of the subject together with those in which the
// server puts every user and service account. A review does not add them by
// itself, and most of what anybody may do is granted to such a group.
func groupsOf(who explain.Subject) []string {
	groups := slices.Clone(who.Groups)
	add := func(group string) {
		if !slices.Contains(groups, group) {
			groups = append(groups, group)
		}
	}
	if account, ok := strings.CutPrefix(who.User, serviceAccountPrefix); ok {
		namespace, _, _ := strings.Cut(account, ":")
		add(serviceAccounts)
		add(serviceAccounts + ":" + namespace)
	}
	if who.User != "" && who.User != anonymous {
		add(authenticated)
	}
	return groups
}
