package cluster

import (
	"net/http"
	"sync"

	utilnet "k8s.io/apimachinery/pkg/util/net"
)

// takenAhead is how much of one answer a connection takes before it is read. Go's own bound
// is four MiB, and two long lists would fill half of the memory that a run needs. Over a link
// of 80 ms this lets six MiB a second of each list through, compressed.
const takenAhead = 512 << 10

// bounding guards the transports, which clients of one configuration share.
var bounding sync.Mutex

// boundAhead bounds what a transport takes ahead, whatever it is wrapped in.
func boundAhead(rt http.RoundTripper) http.RoundTripper {
	below := rt
	for wrapper, wraps := below.(utilnet.RoundTripperWrapper); wraps; wrapper, wraps = below.(utilnet.RoundTripperWrapper) {
		below = wrapper.WrappedRoundTripper()
	}
	bounding.Lock()
	defer bounding.Unlock()
	if t, ok := below.(*http.Transport); ok && t.HTTP2 == nil {
		t.HTTP2 = &http.HTTP2Config{MaxReceiveBufferPerStream: takenAhead}
	}
	return rt
}
