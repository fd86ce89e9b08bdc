package dump

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	utiljson "k8s.io/apimachinery/pkg/util/json"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/builtin"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/dump/stream"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/redact"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// entry is one object of a dump: the JSON it was written as, and as much of
// what it says as is needed to find it. Nothing else of it is kept decoded.
type entry struct {
	raw        []byte
	meta       [2]uint32 // where the metadata stands in raw
	apiVersion string
	kind       string
	namespace  string
	name       string
	rank       rank
	rows       bool // nothing but metadata was read of it
	order      int  // where it stands in a text that is all that was read
}

// rowOnly marks what a snapshot holds the metadata of alone.
const rowOnly = "rowOnly"

type place struct{ namespace, name string }

func (e entry) comparePlace(p place) int {
	return cmp.Or(strings.Compare(e.namespace, p.namespace), strings.Compare(e.name, p.name))
}

func (e *entry) groupKind() schema.GroupKind {
	return schema.GroupKind{Group: trace.GroupOf(e.apiVersion), Kind: e.kind}
}

// rank tells which of two readings of one object is the newer one. Each
// field counts only where those before it are equal, and a field that is
// missing is older than any, so that the order is total.
type rank struct {
	version    string // resourceVersion, a number that grows
	created    int64  // an object under a used name was made later
	deleting   bool   // a deletion cannot be taken back
	generation int64
}

func (r rank) compare(o rank) int {
	return cmp.Or(
		cmp.Compare(len(r.version), len(o.version)),
		strings.Compare(r.version, o.version),
		cmp.Compare(r.created, o.created),
		cmp.Compare(bit(r.deleting), bit(o.deleting)),
		cmp.Compare(r.generation, o.generation),
	)
}

// compareEntries orders by place, the newest reading of an object first.
func compareEntries(x, y entry) int {
	return cmp.Or(
		x.comparePlace(place{y.namespace, y.name}),
		cmp.Compare(bit(x.rows), bit(y.rows)),
		y.rank.compare(x.rank),
		cmp.Compare(y.order, x.order),
		strings.Compare(x.apiVersion, y.apiVersion),
		bytes.Compare(x.raw, y.raw),
	)
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// metadata is the part of an object's metadata that a row shows.
type metadata struct {
	Namespace                  string            `json:"namespace"`
	Name                       string            `json:"name"`
	UID                        string            `json:"uid"`
	CreationTimestamp          moment            `json:"creationTimestamp"`
	DeletionTimestamp          moment            `json:"deletionTimestamp"`
	DeletionGracePeriodSeconds int64             `json:"deletionGracePeriodSeconds"`
	Finalizers                 []string          `json:"finalizers"`
	OwnerReferences            []ownerRef        `json:"ownerReferences"`
	Labels                     map[string]string `json:"labels"`
	Annotations                map[string]string `json:"annotations"`
}

type ownerRef struct {
	APIVersion         string `json:"apiVersion"`
	Kind               string `json:"kind"`
	Name               string `json:"name"`
	UID                string `json:"uid"`
	Controller         bool   `json:"controller"`
	BlockOwnerDeletion bool   `json:"blockOwnerDeletion"`
}

// row fills in what a scan shows of the object.
func (e *entry) row(row *trace.Row, want trace.Want) {
	var meta metadata
	// Fields of a wrong type stay empty; that the rest is JSON was seen when the
	// dump was opened.
	_ = utiljson.Unmarshal(e.raw[e.meta[0]:e.meta[1]], &meta)
	*row = trace.Row{
		Namespace: []byte(e.namespace), Name: []byte(e.name), UID: []byte(meta.UID),
		Created: meta.CreationTimestamp.Time, Deleted: meta.DeletionTimestamp.Time, Grace: meta.DeletionGracePeriodSeconds,
		Finalizers:  row.Finalizers[:0],
		Owners:      row.Owners[:0],
		Labels:      pairsOf(row.Labels[:0], meta.Labels, want.Labels),
		Annotations: pairsOf(row.Annotations[:0], meta.Annotations, want.Annotations),
	}
	for _, f := range meta.Finalizers {
		row.Finalizers = append(row.Finalizers, []byte(f))
	}
	for _, o := range meta.OwnerReferences {
		row.Owners = append(row.Owners, trace.RowOwner{
			APIVersion: []byte(o.APIVersion), Kind: []byte(o.Kind), Name: []byte(o.Name), UID: []byte(o.UID),
			Controller: o.Controller, Block: o.BlockOwnerDeletion,
		})
	}
}

func pairsOf(pairs []trace.RowPair, all map[string]string, keys []string) []trace.RowPair {
	for _, key := range keys {
		if value, ok := all[key]; ok {
			pairs = append(pairs, trace.RowPair{Key: []byte(key), Value: []byte(value)})
		}
	}
	return pairs
}

// mentions is what an object tells beside itself.
type mentions struct {
	newest  time.Time  // the newest moment that it mentions as past
	renewed time.Time  // of a Lease
	aged    bool       // it is told how long before the copy it was asked to go
	owners  []ownerRef // APIVersion and Kind only
}

var errNotJSON = errors.New("not JSON")

// parseEntry reads what is needed of an object. fallback gives the apiVersion
// and kind of an item whose list alone states them. It is false for what is no
// Kubernetes object: something without an apiVersion, a kind and a name.
func parseEntry(raw []byte, fallback schema.GroupVersionKind) (entry, mentions, bool, error) {
	var e entry
	var seen mentions
	if !json.Valid(raw) {
		return e, seen, false, errNotJSON
	}
	raw = dropData(raw, fallback.Kind)
	e.raw = raw
	var meta []byte
	var times moments
	stream.EachMember(raw, func(key, value []byte, at int) {
		switch string(key) {
		case `"apiVersion"`:
			_ = json.Unmarshal(value, &e.apiVersion)
		case `"kind"`:
			_ = json.Unmarshal(value, &e.kind)
		case `"` + rowOnly + `"`:
			e.rows = string(value) == "true"
		case `"metadata"`:
			meta = value
			e.meta = [2]uint32{uint32(at), uint32(at + len(value))}
		default:
			times.member(string(key), value)
		}
	})
	if e.kind == "" {
		e.kind = fallback.Kind
	}
	if e.apiVersion == "" {
		e.apiVersion = fallback.GroupVersion().String()
	}
	if e.kind == "" && meta != nil {
		var linked struct {
			SelfLink string `json:"selfLink"`
		}
		_ = json.Unmarshal(meta, &linked)
		apiVersion, kind := builtin.TypeOfLink(linked.SelfLink)
		e.apiVersion, e.kind = cmp.Or(e.apiVersion, apiVersion), kind
	}
	if e.apiVersion == "" && e.kind != "" {
		e.apiVersion = cmp.Or(builtin.VersionOf(e.kind), builtin.WrittenVersion(meta), trace.Unstated)
	}
	var head struct {
		Namespace                  string     `json:"namespace"`
		Name                       string     `json:"name"`
		ResourceVersion            string     `json:"resourceVersion"`
		Generation                 int64      `json:"generation"`
		CreationTimestamp          moment     `json:"creationTimestamp"`
		DeletionTimestamp          moment     `json:"deletionTimestamp"`
		DeletionGracePeriodSeconds int64      `json:"deletionGracePeriodSeconds"`
		OwnerReferences            []ownerRef `json:"ownerReferences"`
		ManagedFields              []struct {
			Time moment `json:"time"`
		} `json:"managedFields"`
	}
	if meta == nil {
		return e, seen, false, nil
	}
	// Unlike the standard library's, this decoder minds the case of keys, as the
	// API server does.
	_ = utiljson.Unmarshal(meta, &head)
	if e.apiVersion == "" || e.kind == "" || head.Name == "" {
		return e, seen, false, nil
	}
	if dated := withMoment(raw, meta, &head.DeletionTimestamp); dated != nil {
		return parseEntry(dated, fallback)
	}
	e.namespace, e.name = strings.Clone(head.Namespace), strings.Clone(head.Name)
	e.rank = rank{
		version: versionNumber(head.ResourceVersion), created: head.CreationTimestamp.Unix(),
		deleting: !head.DeletionTimestamp.IsZero(), generation: head.Generation,
	}
	seen.owners = head.OwnerReferences
	times.past(head.CreationTimestamp)
	for _, f := range head.ManagedFields {
		times.past(f.Time)
	}
	if seen.aged = !head.DeletionTimestamp.IsZero() && head.DeletionTimestamp.Unix() < 0; !head.DeletionTimestamp.IsZero() && head.DeletionTimestamp.Unix() > 1 {
		// The deletionTimestamp lies ahead by the grace period when it is set.
		grace := time.Duration(head.DeletionGracePeriodSeconds) * time.Second
		times.past(moment{head.DeletionTimestamp.Add(-grace)})
	}
	seen.newest, seen.renewed = times.newest, times.renewed
	return e, seen, true, nil
}

// versionNumber returns a resourceVersion without leading zeros, or nothing where
// it is no number.
func versionNumber(s string) string {
	if strings.Trim(s, "0123456789") != "" {
		return ""
	}
	return strings.TrimLeft(s, "0")
}

// dropData returns the JSON of an object without what a Reader must not show
// of it: the data of a Secret or ConfigMap, and the copy of it that kubectl
// apply keeps in an annotation.
func dropData(raw []byte, fallback string) []byte {
	kind, apiVersion := fallback, ""
	stream.EachMember(raw, func(key, value []byte, _ int) {
		switch string(key) {
		case `"kind"`:
			_ = json.Unmarshal(value, &kind)
		case `"apiVersion"`:
			_ = json.Unmarshal(value, &apiVersion)
		}
	})
	if kind != "Secret" && kind != "ConfigMap" || trace.GroupOf(apiVersion) != "" {
		return raw
	}
	var obj map[string]any
	if utiljson.Unmarshal(raw, &obj) != nil {
		return nil
	}
	bare, err := redact.Encode(redact.Bare(obj))
	if err != nil {
		return nil
	}
	return bare
}
