//go:build unix

package lab

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// memory is what a control plane was like when Remember was called.
type memory struct {
	etcd   *etcd
	client *http.Client // the admin's
	stored map[string]stored
	groups string          // what the API server serves
	types  map[string]bool // what the garbage collector knows
}

// Remember makes what the control plane holds now what Reset goes back to.
func (l *Lab) Remember(ctx context.Context) error {
	db, err := openEtcd(l.Dir, l.state.Etcd)
	if err != nil {
		return err
	}
	config, err := clientcmd.BuildConfigFromFlags("", l.Kubeconfig)
	if err != nil {
		return fmt.Errorf("reading the admin's kubeconfig: %w", err)
	}
	client, err := rest.HTTPClientFor(config)
	if err != nil {
		return fmt.Errorf("connecting as the admin: %w", err)
	}
	m := &memory{etcd: db, client: client}
	if err := l.Eventually(ctx, "the controllers to have made what they need", func() error {
		before := len(m.stored)
		if m.stored, err = db.all(ctx, true); err != nil {
			return err
		}
		if err := furnished(m.stored); err != nil {
			return err
		}
		if len(m.stored) != before {
			time.Sleep(settled)
			return errors.New("they are making more")
		}
		return nil
	}); err != nil {
		return err
	}
	if m.groups, err = l.served(ctx, client); err != nil {
		return err
	}
	view, err := collectorKnows(filepath.Join(l.Dir, managerLog))
	if err != nil {
		return err
	}
	m.types = view.types
	l.memory = m
	return nil
}

// settled is how long nothing more may come.
const settled = 300 * time.Millisecond

// furnished says which namespace still lacks what the controllers make in each.
func furnished(stored map[string]stored) error {
	for key := range stored {
		namespace, ok := strings.CutPrefix(key, "/registry/namespaces/")
		if !ok {
			continue
		}
		for _, made := range []string{"/registry/configmaps/" + namespace + "/kube-root-ca.crt", "/registry/serviceaccounts/" + namespace + "/default"} {
			if _, there := stored[made]; !there {
				return fmt.Errorf("there is no %s", made)
			}
		}
	}
	return nil
}

// Reset takes everything back to how it was at the call of Remember, and waits
// until the servers have noticed. Both servers must be running. What has been
// deleted meanwhile cannot be brought back: the garbage collector remembers that it
// is gone.
//
// It writes to etcd, where no finalizer, webhook or policy that a test has left
// can refuse.
func (l *Lab) Reset(ctx context.Context) error {
	if err := l.complete(ctx); err != nil {
		return err
	}
	first, calm := true, 0
	return l.Eventually(ctx, "the control plane to be as new", func() error {
		left, err := l.takeBack(ctx, first)
		if first = false; err != nil {
			return err
		}
		if len(left) == 0 {
			left, err = l.remembered(ctx)
		}
		if err != nil || len(left) > 0 {
			calm = 0
			return errors.Join(err, fmt.Errorf("there is still %s", strings.Join(left, ", ")))
		}
		if calm++; calm < 2 { // a controller may have been about to write
			return errors.New("it has been so for a moment only")
		}
		return nil
	})
}

// complete is an error where something has been deleted.
func (l *Lab) complete(ctx context.Context) error {
	now, err := l.memory.etcd.all(ctx, false)
	if err != nil {
		return err
	}
	for key, was := range l.memory.stored {
		if is, there := now[key]; !private(key) && (!there || is.Created != was.Created) {
			return fmt.Errorf("%s has been deleted", key)
		}
	}
	return nil
}

// takeBack makes etcd hold what it held, and returns what it had to remove or
// change back. What was changed is changed back only the first time: the servers
// keep some objects up to date themselves.
func (l *Lab) takeBack(ctx context.Context, first bool) (touched []string, err error) {
	m := l.memory
	now, err := m.etcd.all(ctx, false)
	if err != nil {
		return nil, err
	}
	for key := range now {
		if _, known := m.stored[key]; !known && !private(key) {
			touched = append(touched, key)
		}
	}
	// Namespaces first, so that no controller makes anything in them any more;
	// definitions last, while it is still noticed that their objects go.
	slices.SortFunc(touched, func(a, b string) int { return rank(a) - rank(b) })
	for _, key := range touched {
		if rank(key) == 2 && rank(touched[0]) != 2 {
			break // in the next round
		}
		if err := m.etcd.remove(ctx, key); err != nil {
			return nil, err
		}
	}
	for key, was := range m.stored {
		is, there := now[key]
		if private(key) || !there || is.Revision == was.Revision || !first {
			continue
		}
		if err := m.etcd.put(ctx, was); err != nil {
			return nil, err
		}
		touched = append(touched, key)
	}
	return touched, nil
}

// private says whether a key is the servers' own, and renewed all the time.
func private(key string) bool {
	return strings.HasPrefix(key, "/registry/leases/kube-system/apiserver-") || strings.HasPrefix(key, "/registry/peerserverleases/") ||
		strings.HasPrefix(key, "/registry/masterleases/")
}

// rank orders what is removed.
func rank(key string) int {
	switch {
	case strings.HasPrefix(key, "/registry/namespaces/"):
		return 0
	case strings.HasPrefix(key, "/registry/apiextensions.k8s.io/"), strings.HasPrefix(key, "/registry/apiregistration.k8s.io/"):
		return 2
	}
	return 1
}

// remembered returns what the servers still know that is gone.
func (l *Lab) remembered(ctx context.Context) ([]string, error) {
	groups, err := l.served(ctx, l.memory.client)
	if err != nil {
		return nil, err
	}
	if groups != l.memory.groups {
		return []string{"an API group that is served"}, nil
	}
	view, err := collectorKnows(filepath.Join(l.Dir, managerLog))
	if err != nil {
		return nil, err
	}
	if !view.synced {
		return []string{"work for the garbage collector"}, nil
	}
	var left []string
	for name := range view.types {
		if !l.memory.types[name] {
			left = append(left, name+" in the garbage collector")
		}
	}
	for name := range l.memory.types {
		if !view.types[name] {
			left = append(left, "no "+name+" in the garbage collector")
		}
	}
	return left, nil
}

// served returns the list of API groups.
func (l *Lab) served(ctx context.Context, client *http.Client) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, l.Server()+"/apis", nil)
	if err != nil {
		return "", fmt.Errorf("asking for the API groups: %w", err)
	}
	response, err := client.Do(request)
	if err != nil {
		return "", fmt.Errorf("asking for the API groups: %w", err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return "", fmt.Errorf("asking for the API groups: %s: %w", response.Status, err)
	}
	return string(text), nil
}
