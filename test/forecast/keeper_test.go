//go:build unix

package forecast_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/cli-runtime/pkg/genericclioptions"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// keeper looks at everything all the time, and is the controller that holds the
// finalizers of worlds: it takes off what is asked to go, as long as it is there itself.
type keeper struct {
	*cluster.Cluster
	lab        *lab.Lab
	kubeconfig string

	mu    sync.Mutex
	seen  map[string]*sighting // by UID
	kinds []trace.Kind
	// looks counts the looks at everything.
	looks int
	as    map[trace.Ref]*cluster.Cluster
}

// sighting is an object as it was last seen.
type sighting struct {
	kind    string
	print   string
	going   bool
	gone    bool
	changed time.Time
}

func newKeeper(l *lab.Lab, kubeconfig string) (*keeper, error) {
	k := &keeper{
		lab: l, kubeconfig: kubeconfig, seen: map[string]*sighting{}, as: map[trace.Ref]*cluster.Cluster{},
		kinds: []trace.Kind{spaces, configs, pods, claims, volumes, services, deployments, notes, posts, definitions},
	}
	var err error
	k.Cluster, err = k.connect("")
	return k, err
}

func (k *keeper) connect(as string) (*cluster.Cluster, error) {
	flags := genericclioptions.NewConfigFlags(true)
	flags.KubeConfig = &k.kubeconfig
	if as != "" {
		flags.Impersonate = &as
	}
	return cluster.Connect(flags, cluster.Options{UserAgent: "keeper", Timeout: 20 * time.Second})
}

// know adds kinds to look at.
func (k *keeper) know(kinds ...trace.Kind) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kinds = append(k.kinds, kinds...)
}

func (k *keeper) forget(kinds ...trace.Kind) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.kinds = slices.DeleteFunc(slices.Clone(k.kinds), func(x trace.Kind) bool {
		return slices.ContainsFunc(kinds, func(y trace.Kind) bool { return x.Type() == y.Type() })
	})
}

// held is a finalizer that waits for the keeper.
type held struct {
	kind      trace.Kind
	ref       trace.Ref
	finalizer string
	at        int
}

// watch looks until the context ends.
func (k *keeper) watch(ctx context.Context) {
	for ctx.Err() == nil {
		for _, h := range k.look(ctx) {
			k.release(ctx, h)
		}
		select {
		case <-ctx.Done():
		case <-time.After(150 * time.Millisecond):
		}
	}
}

// look sees everything once, and returns what waits for it.
func (k *keeper) look(ctx context.Context) []held {
	k.mu.Lock()
	kinds := slices.Clone(k.kinds)
	k.mu.Unlock()
	var scopes []trace.Scope
	for _, kind := range kinds {
		scopes = append(scopes, trace.Scope{Kind: kind})
	}
	now := map[string]sighting{}
	var waiting []held
	problems := k.Scan(ctx, scopes, trace.Want{}, func(kind trace.Kind, row *trace.Row) {
		var print strings.Builder
		for at, f := range row.Finalizers {
			fmt.Fprintf(&print, "%s,", f)
			if s := string(f); !row.Deleted.IsZero() && (s == alive || strings.HasPrefix(s, "own.forecast.example.com/")) {
				waiting = append(waiting, held{kind, trace.Ref{Group: kind.Group, Kind: kind.Kind, Namespace: string(row.Namespace), Name: string(row.Name)}, s, at})
			}
		}
		for _, o := range row.Owners {
			fmt.Fprintf(&print, ";%s %v", o.UID, o.Block)
		}
		now[string(row.UID)] = sighting{kind: kind.Type(), print: fmt.Sprint(row.Deleted.IsZero(), print.String()), going: !row.Deleted.IsZero()}
	})
	k.mu.Lock()
	defer k.mu.Unlock()
	if !slices.ContainsFunc(problems, func(p trace.Problem) bool { return p.About.Resource != "gears" }) {
		k.looks++ // kinds of worlds come and go
	}
	for uid, s := range now {
		old := k.seen[uid]
		if old == nil || old.print != s.print || old.gone {
			s.changed = time.Now()
			k.seen[uid] = &s
		}
	}
	unread := map[string]bool{} // what is not seen of these may be there
	for _, p := range problems {
		unread[p.About.Type()] = true
	}
	for uid, s := range k.seen {
		if _, there := now[uid]; !there && !s.gone && !unread[s.kind] {
			k.seen[uid] = &sighting{gone: true, changed: time.Now()}
		}
	}
	return waiting
}

// release takes a finalizer off, where its holder is there.
func (k *keeper) release(ctx context.Context, h held) {
	c := k.Cluster
	if own, isOwn := strings.CutPrefix(h.finalizer, "own.forecast.example.com/"); isOwn {
		if c = k.holder(ctx, own); c == nil {
			return
		}
	}
	path := fmt.Sprintf("/metadata/finalizers/%d", h.at)
	patch, err := json.Marshal([]fields{{"op": "test", "path": path, "value": h.finalizer}, {"op": "remove", "path": path}})
	if err != nil {
		return
	}
	// What is refused is tried again at the next look.
	_, _ = c.Patch(ctx, h.kind, h.ref.Namespace, h.ref.Name, "", types.JSONPatchType, patch)
}

// holder is the connection of a world's own holder, nil where that does not run.
func (k *keeper) holder(ctx context.Context, name string) *cluster.Cluster {
	var at trace.Ref
	k.mu.Lock()
	for ref := range k.as {
		if ref.Name == name {
			at = ref
		}
	}
	c := k.as[at]
	k.mu.Unlock()
	if c == nil {
		return nil
	}
	d, err := k.Get(ctx, deployments, at.Namespace, at.Name)
	if err != nil || d.GetDeletionTimestamp() != nil {
		return nil
	}
	if _, err := k.Get(ctx, accounts, at.Namespace, at.Name); err != nil {
		return nil
	}
	runs := false
	err = k.List(ctx, trace.Scope{Kind: pods, Namespace: at.Namespace}, func(p *unstructured.Unstructured) {
		phase, _, _ := unstructured.NestedString(p.Object, "status", "phase")
		runs = runs || p.GetLabels()["app"] == at.Name && p.GetDeletionTimestamp() == nil && phase == "Running"
	})
	if err != nil || !runs {
		return nil
	}
	return c
}

// hire has the keeper act as a world's own holder.
func (k *keeper) hire(ref trace.Ref) error {
	c, err := k.connect("system:serviceaccount:" + ref.Namespace + ":" + ref.Name)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.as[ref] = c
	return nil
}

// looked counts the looks at everything.
func (k *keeper) looked() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.looks
}

// state is what has become of a thing: there, going, gone.
func (k *keeper) state(uid string) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	s := k.seen[uid]
	switch {
	case s == nil || s.gone:
		return "gone"
	case s.going:
		return "going"
	}
	return "there"
}
