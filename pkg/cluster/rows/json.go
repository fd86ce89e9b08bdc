package rows

import (
	"encoding/json"
	"io"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/cluster/internal/answer"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// jsonItem is what a row needs of an object in JSON.
type jsonItem struct {
	Metadata jsonMeta `json:"metadata"`
}

type jsonMeta struct {
	Namespace   string                  `json:"namespace"`
	Name        string                  `json:"name"`
	UID         string                  `json:"uid"`
	Created     metav1.Time             `json:"creationTimestamp"`
	Deleted     metav1.Time             `json:"deletionTimestamp"`
	Grace       int64                   `json:"deletionGracePeriodSeconds"`
	Finalizers  []string                `json:"finalizers"`
	Owners      []metav1.OwnerReference `json:"ownerReferences"`
	Labels      map[string]string       `json:"labels"`
	Annotations map[string]string       `json:"annotations"`
}

// ReadJSON reads a list in JSON item by item, of metadata or of whole objects.
// It returns the list's own metadata. Rows that were read before an error have
// been handed over.
func (r *Reader) ReadJSON(in io.Reader) (metav1.ListMeta, error) {
	meta, err := answer.ReadList(in, func(d *json.Decoder) error {
		var item jsonItem
		if err := d.Decode(&item); err != nil {
			return err
		}
		item.Metadata.fill(r.Want, r.row())
		return nil
	})
	r.flush()
	return meta, err
}

func (m *jsonMeta) fill(want *trace.Want, row *trace.Row) {
	row.Namespace = []byte(m.Namespace)
	row.Name = []byte(m.Name)
	row.UID = []byte(m.UID)
	row.Created = m.Created.UTC()
	row.Deleted = m.Deleted.UTC()
	row.Grace = m.Grace
	for _, f := range m.Finalizers {
		row.Finalizers = append(row.Finalizers, []byte(f))
	}
	for _, o := range m.Owners {
		row.Owners = append(row.Owners, trace.RowOwner{
			APIVersion: []byte(o.APIVersion),
			Kind:       []byte(o.Kind),
			Name:       []byte(o.Name),
			UID:        []byte(o.UID),
			Controller: o.Controller != nil && *o.Controller,
			Block:      o.BlockOwnerDeletion != nil && *o.BlockOwnerDeletion,
		})
	}
	row.Labels = fillPairs(row.Labels, want.Labels, m.Labels)
	row.Annotations = fillPairs(row.Annotations, want.Annotations, m.Annotations)
}

func fillPairs(pairs []trace.RowPair, wanted []string, has map[string]string) []trace.RowPair {
	for _, key := range wanted {
		if value, ok := has[key]; ok {
			pairs = putPair(pairs, []byte(key), []byte(value))
		}
	}
	return pairs
}
