//go:build unix

package lab

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path/filepath"
)

// etcd is the database of a lab, asked by its JSON gateway: what the API server
// stores lies under /registry/.
type etcd struct {
	url    string
	client *http.Client
}

// stored is one key.
type stored struct {
	Key      []byte `json:"key"`
	Value    []byte `json:"value,omitempty"`
	Created  string `json:"create_revision,omitempty"`
	Revision string `json:"mod_revision,omitempty"`
}

func openEtcd(dir, url string) (*etcd, error) {
	pair, err := tls.LoadX509KeyPair(filepath.Join(dir, "etcd.crt"), filepath.Join(dir, "etcd.key"))
	if err != nil {
		return nil, fmt.Errorf("reading the certificate of etcd: %w", err)
	}
	ca, err := loadAuthority(dir)
	if err != nil {
		return nil, err
	}
	trust := &tls.Config{RootCAs: ca.pool(), Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	return &etcd{url: url, client: &http.Client{Transport: &http.Transport{TLSClientConfig: trust}}}, nil
}

// all returns what is stored, with the values only if they are wanted.
func (e *etcd) all(ctx context.Context, values bool) (map[string]stored, error) {
	var answer struct {
		Kvs []stored `json:"kvs"`
	}
	question := map[string]any{"key": []byte("/registry/"), "range_end": []byte("/registry0"), "keys_only": !values}
	if err := e.ask(ctx, "range", question, &answer); err != nil {
		return nil, err
	}
	found := make(map[string]stored, len(answer.Kvs))
	for _, kv := range answer.Kvs {
		found[string(kv.Key)] = kv
	}
	return found, nil
}

func (e *etcd) put(ctx context.Context, kv stored) error {
	return e.ask(ctx, "put", map[string]any{"key": kv.Key, "value": kv.Value}, nil)
}

func (e *etcd) remove(ctx context.Context, key string) error {
	return e.ask(ctx, "deleterange", map[string]any{"key": []byte(key)}, nil)
}

func (e *etcd) ask(ctx context.Context, verb string, question, answer any) error {
	body, err := json.Marshal(question)
	if err != nil {
		return fmt.Errorf("asking etcd for %s: %w", verb, err)
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, e.url+"/v3/kv/"+verb, bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("asking etcd for %s: %w", verb, err)
	}
	response, err := e.client.Do(request)
	if err != nil {
		return fmt.Errorf("asking etcd for %s: %w", verb, err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return fmt.Errorf("asking etcd for %s: %w", verb, err)
	}
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("asking etcd for %s: %s: %s", verb, response.Status, text)
	}
	if answer == nil {
		return nil
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return fmt.Errorf("reading what etcd answers to %s: %w", verb, err)
	}
	return nil
}
