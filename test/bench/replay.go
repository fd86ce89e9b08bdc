//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/kubectl-finalizers/kubectl-finalizers/test/lab"
)

// recording is the answer of a server to one list of metadata, and how fast it came.
type recording struct {
	header http.Header
	meta   []byte   // the list's own metadata
	items  [][]byte // each a PartialObjectMetadata
	first  time.Duration
	rate   float64 // bytes a second once it has begun
}

const metadataList = "application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"

// The fields of the messages on the way to the name of an object.
const (
	unknownType, unknownRaw = 1, 2
	listMeta, listItems     = 1, 2
	objectMeta              = 1
	metaName, metaUID       = 1, 5

	magic  = "k8s\x00"
	digits = 6 // at the end of the names of what there is much of
)

// record asks for a list as kubectl-finalizers does.
func (f *filler) record(ctx context.Context, path string) (*recording, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.host+path+"?limit=500&resourceVersion=0", http.NoBody)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", metadataList)
	began := time.Now()
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	head := make([]byte, 1)
	if _, err := io.ReadFull(resp.Body, head); err != nil {
		return nil, fmt.Errorf("recording %s: %w", path, err)
	}
	r := &recording{header: resp.Header.Clone(), first: time.Since(began)}
	rest, err := io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("recording %s: %s: %w", path, resp.Status, err)
	}
	r.rate = float64(len(rest)) / max(time.Since(began)-r.first, time.Millisecond).Seconds()
	body, found := bytes.CutPrefix(append(head, rest...), []byte(magic))
	if !found {
		return nil, fmt.Errorf("recording %s: the answer is not in protocol buffers", path)
	}
	list, err := field(body, unknownRaw)
	if err != nil {
		return nil, fmt.Errorf("recording %s: %w", path, err)
	}
	if r.meta, err = field(list, listMeta); err != nil {
		return nil, fmt.Errorf("recording %s: %w", path, err)
	}
	items, err := fields(list, listItems)
	for _, item := range items {
		if _, err := another(item, 1, len(items)); err == nil { // not what the cluster itself has put there
			r.items = append(r.items, item)
		}
	}
	return r, err
}

// fields returns what stands in a field of a message, each time.
func fields(message []byte, number protowire.Number) ([][]byte, error) {
	var all [][]byte
	for len(message) > 0 {
		num, typ, n := protowire.ConsumeTag(message)
		if n < 0 {
			return nil, protowire.ParseError(n)
		}
		m := protowire.ConsumeFieldValue(num, typ, message[n:])
		if m < 0 {
			return nil, protowire.ParseError(m)
		}
		if num == number && typ == protowire.BytesType {
			value, _ := protowire.ConsumeBytes(message[n:])
			all = append(all, value)
		}
		message = message[n+m:]
	}
	return all, nil
}

func field(message []byte, number protowire.Number) ([]byte, error) {
	all, err := fields(message, number)
	if err == nil && len(all) == 0 {
		err = errors.New("a field is missing")
	}
	if err != nil {
		return nil, err
	}
	return all[0], nil
}

// answer sends the list, so many times as long, as fast as it came: the same objects under
// other names and UIDs.
func (r *recording) answer(ctx context.Context, w http.ResponseWriter, times int) error {
	w.Header().Set("Content-Type", r.header.Get("Content-Type"))
	raw := len(protowire.AppendBytes(protowire.AppendTag(nil, listMeta, protowire.BytesType), r.meta))
	for _, item := range r.items {
		raw += times * (protowire.SizeTag(listItems) + protowire.SizeBytes(len(item)))
	}
	var kind []byte
	kind = protowire.AppendString(protowire.AppendTag(kind, 1, protowire.BytesType), "meta.k8s.io/v1")
	kind = protowire.AppendString(protowire.AppendTag(kind, 2, protowire.BytesType), "PartialObjectMetadataList")
	out := []byte(magic)
	out = protowire.AppendBytes(protowire.AppendTag(out, unknownType, protowire.BytesType), kind)
	out = protowire.AppendVarint(protowire.AppendTag(out, unknownRaw, protowire.BytesType), uint64(raw))
	out = protowire.AppendBytes(protowire.AppendTag(out, listMeta, protowire.BytesType), r.meta)
	time.Sleep(r.first)
	began, sent := time.Now(), 0
	for copied := range times {
		for _, item := range r.items {
			renamed, err := another(item, copied, len(r.items))
			if err != nil {
				return err
			}
			out = protowire.AppendBytes(protowire.AppendTag(out, listItems, protowire.BytesType), renamed)
			if len(out) < 64<<10 {
				continue
			}
			if _, err := w.Write(out); err != nil || ctx.Err() != nil {
				return err // whoever asked has gone
			}
			sent += len(out)
			out = out[:0]
			time.Sleep(time.Until(began.Add(time.Duration(float64(sent) / r.rate * float64(time.Second)))))
		}
	}
	_, err := w.Write(out)
	return err
}

// another is an object like that of an item, with another name and UID.
func another(item []byte, copied, count int) ([]byte, error) {
	if copied == 0 {
		return item, nil
	}
	item = slices.Clone(item)
	meta, err := field(item, objectMeta)
	if err != nil {
		return nil, err
	}
	name, err := field(meta, metaName)
	if err != nil {
		return nil, err
	}
	uid, err := field(meta, metaUID)
	if err != nil {
		return nil, err
	}
	if len(name) < digits || len(uid) < 8 {
		return nil, fmt.Errorf("the object %q cannot be renamed", name)
	}
	number, at := 0, len(name)-digits
	if _, err := fmt.Sscanf(string(name[at:]), "%d", &number); err != nil {
		return nil, fmt.Errorf("the object %q cannot be renamed: %w", name, err)
	}
	copy(name[at:], fmt.Sprintf("%0*d", digits, number+copied*count))
	copy(uid, fmt.Sprintf("%08x", copied))
	return item, nil
}

// millions measures against a server of which the long lists are recorded, and replayed as
// if there were so many times as many objects.
func (b *bench) millions(ctx context.Context, l *lab.Lab, f *filler, first *measured) (err error) {
	times := b.replayed / b.filled
	if times <= 1 {
		return nil
	}
	recorded := map[string]*recording{}
	objects := 0
	for _, resource := range []string{"configmaps", "pods"} {
		path := "/api/v1/namespaces/" + namespace + "/" + resource
		if recorded[path], err = f.record(ctx, path); err != nil {
			return err
		}
		objects += len(recorded[path].items)
	}
	far, err := l.Far(ctx, lab.Link{}, l.Kubectl)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, far.Close()) }()
	far.Answer = func(w http.ResponseWriter, r *http.Request) bool {
		known := recorded[r.URL.Path]
		if known == nil || r.Method != http.MethodGet || !strings.Contains(r.Header.Get("Accept"), metadataList) {
			return false
		}
		_ = known.answer(r.Context(), w, times) // whoever asked may have gone
		return true
	}
	m := b.subjects()
	fmt.Fprintf(b.report, "recorded at scale %d, replayed %d times as long: %d objects\n", b.filled, times, objects*times)
	all := []*subject{m.objectBare, m.object}
	replayed := meter{measure: b.meter.measure, kubeconfig: far.Kubeconfig}
	if err := replayed.rounds(ctx, roundsFar, all); err != nil {
		return err
	}
	b.report.table(all)
	b.report.ratio("wall", wall, m.object, m.objectBare, wallToBare)
	b.toScale(m.object, first.object)
	return nil
}
