package main

import (
	"github.com/spf13/pflag"
	"k8s.io/cli-runtime/pkg/genericclioptions"
)

// shownTemplates are those formats of kubectl's that a description names.
const shownTemplates = "jsonpath=…, go-template=…, custom-columns=…"

// templateFlags are the flags that belong to these formats.
type templateFlags struct {
	kube      *genericclioptions.KubeTemplatePrintFlags
	noHeaders bool
}

func (f *templateFlags) add(flags *pflag.FlagSet) {
	f.kube = genericclioptions.NewKubeTemplatePrintFlags()
	flags.StringVar(f.kube.TemplateArgument, "template", "", "The template, or the file with it, for -o jsonpath, go-template and their files.")
	flags.BoolVar(f.kube.AllowMissingKeys, "allow-missing-template-keys", true, "Print nothing for what a template names and the document does not have; else it is an error.")
	flags.BoolVar(&f.noHeaders, "no-headers", false, "With -o custom-columns, only the rows.")
}
