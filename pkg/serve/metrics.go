package serve

import (
	"net/http"
	"strings"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// silentFor is for how long the judge may be at one judgement.
const silentFor = 10 * time.Minute

var (
	seriesLabels = []string{"group", "kind", "namespace", "finalizer", "holder", "verdict", "reason"}

	objectsDesc = prometheus.NewDesc(prefix+"deleting_objects",
		"Objects that are being deleted, by what holds them; one with two finalizers counts under both.", seriesLabels, nil)
	oldestDesc = prometheus.NewDesc(prefix+"oldest_deletion_timestamp_seconds",
		"The deletionTimestamp of the one of these objects that has been going for longest.", seriesLabels, nil)
	totalDesc  = prometheus.NewDesc(prefix+"deleting", "Objects that are being deleted, each once.", nil, nil)
	foldedDesc = prometheus.NewDesc(prefix+"folded_series",
		"Series that --max-series leaves no room for; they are told together, without labels but their verdict.", nil, nil)
	watchedDesc = prometheus.NewDesc(prefix+"watched_kinds", "Kinds that are watched.", nil, nil)
	unreadDesc  = prometheus.NewDesc(prefix+"unreadable_kind", "1 for each kind that cannot be read now.", []string{"group", "resource"}, nil)
)

// Describe implements prometheus.Collector.
func (s *Server) Describe(out chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{objectsDesc, oldestDesc, totalDesc, foldedDesc, watchedDesc, unreadDesc} {
		out <- d
	}
}

// Collect implements prometheus.Collector.
func (s *Server) Collect(out chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		out <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	all := s.account.all()
	lines, folded := seriesOf(all, s.options.MostSeries)
	for _, l := range lines {
		values := []string{l.group, l.kind, l.namespace, l.finalizer, l.holder, string(l.verdict), string(l.reason)}
		for i := range values {
			values[i] = strings.ToValidUTF8(values[i], "\uFFFD")
		}
		gauge(objectsDesc, float64(l.objects), values...)
		gauge(oldestDesc, float64(l.since.Unix()), values...)
	}
	followed, failing := s.watching.state()
	gauge(totalDesc, float64(len(all)))
	gauge(foldedDesc, float64(folded))
	gauge(watchedDesc, float64(followed))
	for _, id := range failing {
		gauge(unreadDesc, 1, id.group, id.resource)
	}
}

// Handler serves /metrics, /healthz and /readyz.
func (s *Server) Handler() http.Handler {
	registry := prometheus.NewRegistry()
	registry.MustRegister(s, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	registry.MustRegister(s.counted.all()...)
	mux := http.NewServeMux()
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{EnableOpenMetrics: true}))
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, s.lively(), "nothing has been looked at for longer than "+silentFor.String())
	})
	mux.HandleFunc("GET /readyz", func(w http.ResponseWriter, _ *http.Request) {
		answer(w, s.watching.ready(), "not every kind was read yet")
	})
	return mux
}

// lively reports whether the judge still looks.
func (s *Server) lively() bool {
	beaten := s.counted.beaten.Load()
	return beaten == 0 || s.options.Now().Sub(time.Unix(beaten, 0)) < silentFor
}

func answer(w http.ResponseWriter, good bool, otherwise string) {
	text := "ok\n"
	if !good {
		w.WriteHeader(http.StatusServiceUnavailable)
		text = otherwise + "\n"
	}
	_, _ = w.Write([]byte(text)) // whoever asked may have gone
}
