package apiwords

import "testing"

func TestRefused(t *testing.T) {
	for words, want := range map[string]Refusal{
		`admission webhook "a.b" denied the request: no: never`:                                                           {By: WebhookDenies, Name: "a.b", Why: "no: never"},
		`admission webhook "a.b" denied the request without explanation`:                                                  {By: WebhookDenies, Name: "a.b"},
		`err="admission webhook \"a.b\" denied the request: no"`:                                                          {By: WebhookDenies, Name: "a.b", Why: `no"`},
		`Internal error occurred: failed calling webhook "a.b": failed to call webhook: x`:                                {By: WebhookFails, Name: "a.b", Why: "failed to call webhook: x"},
		`failed calling admission webhook "a.b": x`:                                                                       {By: WebhookFails, Name: "a.b", Why: "x"},
		`x "a" is forbidden: ValidatingAdmissionPolicy 'p' with binding 'b' denied request: no`:                           {By: PolicyDenies, Kind: "ValidatingAdmissionPolicy", Name: "p", Binding: "b", Why: "no"},
		`x "a" is forbidden: MutatingAdmissionPolicy 'p' denied request: no`:                                              {By: PolicyDenies, Kind: "MutatingAdmissionPolicy", Name: "p", Why: "no"},
		`policy 'p' with binding 'b' denied request: no`:                                                                  {By: PolicyDenies, Name: "p", Binding: "b", Why: "no"},
		`admission webhook "a.b" denied the request: failed calling webhook "c.d": x`:                                     {By: WebhookDenies, Name: "a.b", Why: `failed calling webhook "c.d": x`},
		`failed calling webhook "c.d": failed to call webhook: it says admission webhook "a.b" denied the request: never`: {By: WebhookFails, Name: "c.d", Why: `failed to call webhook: it says admission webhook "a.b" denied the request: never`},
		`x "a" is forbidden: User "u" cannot patch`:                                                                       {},
		"": {},
	} {
		got, told := Refused(words)
		if got != want || told != (want != Refusal{}) {
			t.Errorf("%s: got %+v, want %+v", words, got, want)
		}
	}
	if r, told := WebhookDenies.In(`failed calling webhook "c.d": admission webhook "a.b" denied the request: no`); !told || r.Name != "a.b" {
		t.Errorf("of one of two: %+v", r)
	}
}

func TestUnconverted(t *testing.T) {
	group, version, kind, told := Unconverted(`corrupt: conversion webhook for example.com/v1, Kind=Widget failed: Post "https://x"`)
	if !told || group != "example.com" || version != "v1" || kind != "Widget" {
		t.Errorf("got %s/%s %s", group, version, kind)
	}
	if _, _, kind, _ := Unconverted(`conversion webhook for example.com/v1, Kind=E2e-widget failed: Post "https://x"`); kind != "E2e-widget" {
		t.Errorf("of a kind with a dash only %q", kind)
	}
	if _, _, _, told := Unconverted("conversion webhook for &{map[apiVersion:example.com/v1 kind:Widget]} failed"); told {
		t.Error("told of an object that is written out")
	}
}
