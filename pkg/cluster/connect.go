package cluster

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/cli-runtime/pkg/genericclioptions"
	"k8s.io/client-go/kubernetes/scheme"
	_ "k8s.io/client-go/plugin/pkg/client/auth" // the auth providers that a kubeconfig may name
	"k8s.io/client-go/rest"

	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/internal/queue"
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/trace"
)

// Cluster is a connection to one API server. It opens no connection before it
// is first asked something, and is safe for concurrent use.
type Cluster struct {
	client  *rest.RESTClient
	config  *rest.Config
	host    string
	timeout time.Duration // of one request, zero for none

	// lanes are the connections. They share the client's credentials and leave every
	// bound in time to the context.
	lanes       *lanes
	plain       *http.Client  // the same for watches, which last too long to take a place
	listTimeout time.Duration // of one list of a scan, zero for none
	parallel    int           // lists of a scan at a time
	reading     *queue.Queue  // a slot for each list whose answer is being read
	patience    time.Duration // after which a list lets the next one begin
	pause       time.Duration // before a list is repeated that answers 404
	progress    Progress
	discovery   discovery
	readers     sync.Pool // of what reading a list needs and another list can use again
}

// Options say how to talk to the server. The zero value works.
type Options struct {
	// UserAgent is what the server logs, and what it names as field manager
	// for writes that do not name their own. Empty means the configuration's, or
	// client-go's default.
	UserAgent string
	// Timeout bounds one request where the configuration sets no bound of
	// its own. Zero means no bound.
	Timeout time.Duration
	// ListTimeout bounds one list of a scan, all its pages together. Zero means
	// the bound of one request.
	ListTimeout time.Duration
	// Parallel bounds how many lists of a scan are begun at a time. Lists that
	// take long do not count. Zero means as many as the server takes well.
	Parallel int
	// Progress is told how far scans are; nil for nobody.
	Progress Progress
	// Unattended says that nobody answers the questions of a program that fetches
	// credentials: it is kept from standard input.
	Unattended bool
}

// Progress is told of the lists of a scan, each as it is planned, begun and ended.
// Several may be told at a time.
type Progress interface {
	Planned(scopes []trace.Scope)
	Begun(scope trace.Scope)
	Ended(scope trace.Scope)
}

// nobody is told nothing.
type nobody struct{}

func (nobody) Planned([]trace.Scope) {}
func (nobody) Begun(trace.Scope)     {}
func (nobody) Ended(trace.Scope)     {}

const (
	// defaultParallel is what Options.Parallel is when it is zero: what the connections
	// take, but for a few single questions beside.
	defaultParallel = lanesMost*laneStreams - 16
	// readAtOnce is how many answers to lists are read at a time: each takes a buffer,
	// and all of them give to one store.
	readAtOnce = 32
	// defaultPatience is when a list of a scan stops counting, so that the
	// lists of a broken API group or webhook do not stop all others.
	defaultPatience = 2 * time.Second
	// dialTimeout bounds how long a connection may take, as it does for kubectl.
	dialTimeout = 30 * time.Second
	// maxRedirects is how often a read is followed to where it is sent.
	maxRedirects = 10
)

// Connect prepares a connection to the server that the kubeconfig flags name. In
// a pod without a kubeconfig that is the server of the pod's own cluster. It reads
// files and asks the server nothing yet.
func Connect(flags genericclioptions.RESTClientGetter, opts Options) (*Cluster, error) {
	config, err := flags.ToRESTConfig()
	if err != nil {
		return nil, fmt.Errorf("reading the kubeconfig: %w", err)
	}
	return ForConfig(config, opts)
}

// ForConfig prepares a connection as a client-go configuration describes it. The
// configuration is not changed. Requests are not rate limited here, whatever it
// says: the server's own fairness is the limit. It asks the server nothing yet.
func ForConfig(config *rest.Config, opts Options) (*Cluster, error) {
	config = rest.CopyConfig(config)
	config.QPS = -1
	config.WarningHandlerWithContext = rest.NoWarnings{} // else they are printed in the midst of everything
	if opts.UserAgent != "" {
		config.UserAgent = opts.UserAgent
	}
	if config.Timeout == 0 {
		config.Timeout = opts.Timeout
	}
	if opts.Unattended && config.ExecProvider != nil {
		exec := *config.ExecProvider
		exec.StdinUnavailable, exec.StdinUnavailableMessage = true, "several clusters are asked at once"
		config.ExecProvider = &exec
	}
	config.Wrap(boundAhead)
	config.GroupVersion = &schema.GroupVersion{}
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	client, err := rest.UnversionedRESTClientFor(config)
	if err != nil {
		return nil, fmt.Errorf("preparing the connection to %s: %w", WithoutUser(config.Host), err)
	}
	plain := over(client.Client.Transport)
	c := &Cluster{
		client:      client,
		config:      config,
		host:        WithoutUser(config.Host),
		timeout:     config.Timeout,
		lanes:       newLanes(connections(config, plain)...),
		plain:       plain,
		reading:     queue.New(readAtOnce, defaultPatience),
		listTimeout: opts.ListTimeout,
		parallel:    opts.Parallel,
		patience:    defaultPatience,
		pause:       defaultPause,
		progress:    opts.Progress,
	}
	if c.progress == nil {
		c.progress = nobody{}
	}
	if c.listTimeout == 0 {
		c.listTimeout = c.timeout
	}
	if c.parallel <= 0 {
		c.parallel = defaultParallel
	}
	return c, nil
}

// connections are how to make each of the connections. Where who configures it dials or
// speaks for himself, there is one way only.
func connections(config *rest.Config, first *http.Client) []func() (*http.Client, error) {
	all := []func() (*http.Client, error){func() (*http.Client, error) { return first, nil }}
	if config.Transport != nil || config.Dial != nil {
		return all
	}
	for len(all) < lanesMost {
		all = append(all, sync.OnceValues(func() (*http.Client, error) {
			// Configurations that dial by functions of their own share no connections.
			apart := rest.CopyConfig(config)
			apart.Dial = (&net.Dialer{Timeout: dialTimeout, KeepAlive: dialTimeout}).DialContext
			transport, err := rest.TransportFor(apart)
			if err != nil {
				return nil, err
			}
			return over(transport), nil
		}))
	}
	return all
}

// over leaves every bound in time to the context.
func over(transport http.RoundTripper) *http.Client {
	return &http.Client{Transport: transport, CheckRedirect: followReads}
}

// followReads refuses to follow where a write is sent elsewhere. Most such
// answers turn it into a GET, whose success would be taken for that of the write.
func followReads(_ *http.Request, via []*http.Request) error {
	switch {
	case via[0].Method != http.MethodGet:
		return http.ErrUseLastResponse
	case len(via) >= maxRedirects:
		return fmt.Errorf("sent elsewhere %d times", maxRedirects)
	}
	return nil
}

// Timeout is the bound of one request, zero for none.
func (c *Cluster) Timeout() time.Duration { return c.timeout }

// unreachable names the server in an error that no API server has written, and
// drops the request's own address from it, which would say the same twice.
func (c *Cluster) unreachable(doing string, err error) error {
	var transport *url.Error
	switch {
	case errors.As(err, &transport) && transport.Timeout() && c.timeout > 0:
		err = fmt.Errorf("no answer within %s", c.timeout)
	case transport != nil:
		err = transport.Err
	}
	return fmt.Errorf("%s of the server %s: %w", doing, c.host, err)
}
