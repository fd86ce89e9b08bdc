package main

import (
	goflag "flag"

	"github.com/spf13/pflag"
	"k8s.io/klog/v2" //nolint:depguard // -v is klog's: what client-go says of its requests goes there, as it does for kubectl
)

// addVerbosity adds -v, with which the requests are shown on standard error, at the
// levels that kubectl has.
func addVerbosity(flags *pflag.FlagSet) {
	var own goflag.FlagSet
	klog.InitFlags(&own)
	f := pflag.PFlagFromGoFlag(own.Lookup("v"))
	f.Usage = "How much to say of the requests on standard error: 6 each of them, 7 and 8 with headers, 9 as commands of curl with their timing."
	flags.AddFlag(f)
}

// verbose reports whether requests are shown, which no line may be painted over.
func verbose() bool { return klog.V(1).Enabled() }
