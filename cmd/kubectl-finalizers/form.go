package main

import "github.com/spf13/pflag"

// form says how an answer is printed.
type form struct{ output, color string }

func (f *form) addForm(flags *pflag.FlagSet, formats []string) {
	choose(flags, &f.output, "output", "o", "How to print it", formats)
	choose(flags, &f.color, "color", "", "When to use colour", colorModes)
}

// checkForm refuses what there is no form for.
func (f *form) checkForm(formats []string) error {
	if err := checkFormat(f.output, formats...); err != nil {
		return err
	}
	return checkColor(f.color)
}
