package dump

import (
	"strings"
	"testing"
)

// TestRowSaid takes the one object that a table shows of the kind which cannot be deleted, by a sentence, before one of
// another kind that kubectl has called deleted, and no other.
func TestRowSaid(t *testing.T) {
	spelled := func(word string) (group, kind string) {
		for _, kind := range []string{"GearBox", "GearShaftPolicy"} {
			if strings.EqualFold(word, kind) {
				return "zorg.io", kind
			}
		}
		return "", ""
	}
	const title, table, done = "Cannot delete GearBox object\n\n", "```\n$ kubectl get gearboxes.zorg.io\nNAME    READY   AGE\nbox-1   True    3d\n```\n\n", "I tried:\n```\nkubectl delete oil --all\noil.zorg.io \"default\" deleted\n```\nIt hangs forever.\n"
	for name, tt := range map[string]struct{ text, want string }{
		"what cannot go":        {title + table + done, "GearBox box-1"},
		"what is shown twice":   {title + table + strings.Replace(table, "box-1", "gearbox.zorg.io/box-1", 1) + done, "GearBox box-1"},
		"by another sentence":   {"Our GearBox can not be deleted.\n\n" + table + done, "GearBox box-1"},
		"what was deleted":      {"It hangs.\n\n" + done, "Oil default"},
		"what is said of it":    {"Cannot delete Oil object\n\n" + table + done, "Oil default"},
		"what is asked":         {"How would one delete a GearBox?\n\n" + table + done, "Oil default"},
		"what could go before":  {"Last week I could not delete a GearBox. Now the oil.\n\n" + table + done, "Oil default"},
		"one of two":            {title + strings.Replace(table, "box-1   True    3d\n", "box-1   True    3d\nbox-2   True    3d\n", 1) + done, "Oil default"},
		"in its namespace":      {inShop(title + table + done), "GearBox box-1"},
		"in another one":        {strings.Replace(inShop(title+table+done), "zorg.io -n shop", "zorg.io -n gear-system", 1), "Oil default"},
		"in another one, said":  {"Cannot delete GearBox object of the mill namespace\n\n" + inShop(table+done), "Oil default"},
		"several, said":         {strings.Replace(title, "GearBox object", "GearBoxes", 1) + table + done, "Oil default"},
		"one that works":        {title + strings.NewReplacer("READY", "STATUS", "True ", "Running").Replace(table) + done, "Oil default"},
		"a built-in one":        {"Cannot delete pod\n\n" + strings.NewReplacer("gearboxes.zorg.io", "pods", "True ", "1/1  ").Replace(table) + done, "Oil default"},
		"what a command is for": {title + table + "```\n$ kubectl delete gearbox.zorg.io box-7\n```\n", "GearBox box-7"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true, Spelled: spelled}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if obj := soleOf(t, d); obj.GetKind()+" "+obj.GetName() != tt.want {
				t.Errorf("got %s %s, want %s", obj.GetKind(), obj.GetName(), tt.want)
			}
		})
	}
}

// inShop is a text with its commands for the namespace shop.
func inShop(text string) string {
	return strings.NewReplacer("get gearboxes.zorg.io", "get gearboxes.zorg.io -n shop", "delete oil --all", "delete oil default -n shop", "\"default\" deleted", "\"default\" deleted from shop namespace").Replace(text)
}

// TestShortInPlural takes a short name for the kind of which the text has the plural, and for none where there are two, or
// it is spelled otherwise.
func TestShortInPlural(t *testing.T) {
	spelled := func(word string) (group, kind string) {
		for _, kind := range []string{"GearBoxInstance", "GearBandInset"} {
			if strings.EqualFold(word, kind) {
				return "zorg.io", kind
			}
		}
		return "", ""
	}
	const text = "I run `kubectl delete gbi/<gbi-name>`, and it blocks; the gbi can never be deleted.\n"
	for name, tt := range map[string]struct{ text, want string }{
		"a webhook":       {text + "```\nadmission webhook \"gearboxinstances-validator.zorg.io\" denied the request: no\n```\n", "GearBoxInstance"},
		"a type":          {text + "The CRD is gearboxinstances.zorg.io.\n", "GearBoxInstance"},
		"two of them":     {text + "There are gearboxinstances.zorg.io and gearbandinsets.zorg.io.\n", "Gbi"},
		"one of nobody's": {text + "There are gearbowlinsides.zorg.io.\n", "Gbi"},
		"another letter":  {strings.ReplaceAll(text, "gbi", "gbz") + "There are gearboxinstances.zorg.io.\n", "Gbz"},
		"none":            {text, "Gbi"},
	} {
		t.Run(name, func(t *testing.T) {
			d, err := About{Hangs: true, Spelled: spelled}.Read(t.Context(), strings.NewReader(tt.text))
			if err != nil {
				t.Fatal(err)
			}
			if got := soleOf(t, d).GetKind(); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}
