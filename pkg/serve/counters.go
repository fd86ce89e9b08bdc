package serve

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// prefix begins the name of each metric.
const prefix = "kubectl_finalizers_"

// counters are what the server counts of itself.
type counters struct {
	build      prometheus.Gauge
	surveys    prometheus.Counter
	watches    *prometheus.CounterVec
	judgements *prometheus.CounterVec
	seconds    prometheus.Histogram
	beaten     atomic.Int64 // when the judge last looked, in Unix seconds
}

func newCounters(version string) *counters {
	c := &counters{
		build: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: prefix + "build_info", Help: "1, with the version that runs.",
			ConstLabels: prometheus.Labels{"version": version},
		}),
		surveys: prometheus.NewCounter(prometheus.CounterOpts{
			Name: prefix + "discovery_errors_total", Help: "How often the server did not say which kinds it serves.",
		}),
		watches: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: prefix + "watch_errors_total", Help: "How often a kind could not be listed or watched.",
		}, []string{"group", "resource"}),
		judgements: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: prefix + "judgements_total", Help: "Judgements made, by whether all that they needed could be read.",
		}, []string{"outcome"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: prefix + "judgement_duration_seconds", Help: "How long a judgement took.",
			Buckets: prometheus.ExponentialBuckets(0.05, 2, 12),
		}),
	}
	c.build.Set(1)
	for _, outcome := range []string{"complete", "incomplete", "failed"} {
		c.judgements.WithLabelValues(outcome)
	}
	return c
}

func (c *counters) all() []prometheus.Collector {
	return []prometheus.Collector{c.build, c.surveys, c.watches, c.judgements, c.seconds}
}

func (c *counters) judged(outcome string, took time.Duration) {
	c.judgements.WithLabelValues(outcome).Inc()
	c.seconds.Observe(took.Seconds())
}

// forget drops what was counted of a kind that is no longer served.
func (c *counters) forget(id kindID) { c.watches.DeleteLabelValues(id.group, id.resource) }

// beat says that the judge looks.
func (c *counters) beat(now time.Time) { c.beaten.Store(now.Unix()) }
