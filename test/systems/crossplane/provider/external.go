package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	xpv1 "github.com/crossplane/crossplane-runtime/v2/apis/common/v1"
	"github.com/crossplane/crossplane-runtime/v2/pkg/meta"
	"github.com/crossplane/crossplane-runtime/v2/pkg/reconciler/managed"
	"github.com/crossplane/crossplane-runtime/v2/pkg/resource"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// connector reaches the external service, if the ProviderConfig and its
// credentials are there.
type connector struct {
	client client.Client
	url    string
}

func (c connector) Connect(ctx context.Context, mg resource.Managed) (managed.ExternalClient, error) {
	bucket, ok := mg.(*LabBucket)
	if !ok {
		return nil, fmt.Errorf("connecting for a %T: not a LabBucket", mg)
	}
	usages := resource.NewLegacyProviderConfigUsageTracker(c.client, &ProviderConfigUsage{})
	if err := usages.Track(ctx, bucket); err != nil {
		return nil, fmt.Errorf("cannot track ProviderConfig usage: %w", err)
	}
	config := &ProviderConfig{}
	name := types.NamespacedName{Name: bucket.GetProviderConfigReference().Name}
	if err := c.client.Get(ctx, name, config); err != nil {
		return nil, fmt.Errorf("cannot get ProviderConfig: %w", err)
	}
	credentials := config.Spec.Credentials
	if credentials.Source == "" {
		return service{url: c.url}, nil
	}
	if _, err := resource.CommonCredentialExtractor(ctx, credentials.Source, c.client, credentials.CommonCredentialSelectors); err != nil {
		return nil, fmt.Errorf("cannot get credentials: %w", err)
	}
	return service{url: c.url}, nil
}

// service is the external service: PUT, GET and DELETE of /NAME.
type service struct {
	url string
}

var errNotFound = errors.New("not found")

func (s service) call(ctx context.Context, method string, mg resource.Managed) error {
	request, err := http.NewRequestWithContext(ctx, method, s.url+"/"+meta.GetExternalName(mg), nil)
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode == http.StatusNotFound:
		return errNotFound
	case response.StatusCode >= http.StatusBadRequest:
		return errors.New(strings.TrimSpace(string(text)))
	}
	return nil
}

func (s service) Observe(ctx context.Context, mg resource.Managed) (managed.ExternalObservation, error) {
	err := s.call(ctx, http.MethodGet, mg)
	if errors.Is(err, errNotFound) {
		return managed.ExternalObservation{}, nil
	}
	if err == nil {
		mg.SetConditions(xpv1.Available())
	}
	return managed.ExternalObservation{ResourceExists: true, ResourceUpToDate: true}, err
}

func (s service) Create(ctx context.Context, mg resource.Managed) (managed.ExternalCreation, error) {
	return managed.ExternalCreation{}, s.call(ctx, http.MethodPut, mg)
}

func (s service) Update(context.Context, resource.Managed) (managed.ExternalUpdate, error) {
	return managed.ExternalUpdate{}, nil
}

func (s service) Delete(ctx context.Context, mg resource.Managed) (managed.ExternalDelete, error) {
	return managed.ExternalDelete{}, s.call(ctx, http.MethodDelete, mg)
}

func (s service) Disconnect(context.Context) error { return nil }
