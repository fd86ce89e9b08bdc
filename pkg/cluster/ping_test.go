package cluster

import (
	"context"
	"net/http"
	"strings"
	"testing"
	"time"
)

func TestPing(t *testing.T) {
	for name, tt := range map[string]struct {
		answer http.HandlerFunc
		want   string
	}{
		"well":           {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusOK) }, ""},
		"forbidden":      {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }, ""},
		"busy":           {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) }, ""},
		"broken":         {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) }, ""},
		"behind a proxy": {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) }, "the answer is 502 Bad Gateway"},
		"hangs":          {func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }, "no answer"},
	} {
		t.Run(name, func(t *testing.T) {
			s := serve(t, Options{}, tt.answer)
			patience := time.Minute
			if tt.want == "no answer" {
				patience = 50 * time.Millisecond
			}
			ctx, cancel := context.WithTimeout(t.Context(), patience)
			defer cancel()
			err := s.Ping(ctx)
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.HasSuffix(err.Error(), ": "+tt.want)) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
