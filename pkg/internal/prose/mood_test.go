package prose

import "testing"

// TestMood tells how a sentence is meant, and leaves alone what tells what is so.
func TestMood(t *testing.T) {
	for said, want := range map[string]Mood{
		"Is my gear stuck?":                                                 Asked | AskedElse,
		"**Is it stuck?**":                                                  Asked | AskedElse,
		"Why is my gear stuck?":                                             Asked,
		"If the gear is stuck, nothing goes on.":                            Unsure | Supposed,
		"The gear would hang.":                                              Unsure | Supposed,
		"I think the gear hangs.":                                           Unsure,
		"Please delete the gear by hand.":                                   Advised,
		"Never delete a gear by hand.":                                      Advised,
		"The gear hangs on our staging.":                                    Afar,
		"A colleague told me of it.":                                        Afar,
		"Last week the gear was stuck.":                                     Past,
		"In a customer's cluster a gear hangs.":                             Others,
		"A gear of somebody else hangs.":                                    Others,
		"Gears stuck in Terminating are well known.":                        General,
		"This alert fires for hours.":                                       General,
		"The alert says that the shop is stuck.":                            General,
		"We get an alert that the gear hangs.":                              General,
		"There is a FAQ about gears that hang.":                             General,
		"There are many posts on this topic.":                               General,
		"My topic t1 is stuck in deletion and the object can't be deleted.": 0,
		"The deletion of this topic hangs.":                                 0,
		"The finalizer on this topic hangs.":                                0,
		"The alert a1 hangs since the alerting topic was added.":            0,
		"The alerts cannot be deleted.":                                     0,
		"Since the cluster fires up, the gear hangs.":                       0,
		"We do not have such a gear.":                                       Denied,
		"Stop there until it is gone.":                                      Unsure | Supposed | Past,
		"All is well now, the trouble was solved.":                          Past | Over,
		"This question is not about that.":                                  Denied | Over,
		"The gear g1 is stuck in Terminating for days.":                     0,
		"I deleted the operator and the gear hangs.":                        0,
		"The finalizer zorg.io/clean is on it.":                             0,
		"Somebody removed the pump by hand.":                                0,
		"My gear hangs, and its logs are below.":                            0,
	} {
		for _, mood := range []Mood{Asked, AskedElse, Unsure, Advised, Afar, Supposed, Past, Others, General, Denied, Over} {
			if got := mood.MatchString(said); got != (want&mood != 0) {
				t.Errorf("%q: mood %b is %t", said, mood, got)
			}
		}
	}
}

// TestNoun finds of what something is told, and to what something is done.
func TestNoun(t *testing.T) {
	for said, want := range map[string]string{
		"My pump p7":                             "my: pump p7",
		"The pump is still":                      "the: pump",
		"The gear in the namespace shop-prod":    "the: gear",
		"The deletion of pump p7":                ": pump p7",
		"After the upgrade it":                   "",
		"In namespace shop":                      "",
		"it":                                     "",
		"Our `Pump` that is apparently":          "our: Pump",
		"Since yesterday":                        "",
		"the pump p7 of the shop with finalizer": "the: shop",
	} {
		if got := shown(Before(said)); got != want {
			t.Errorf("before %q: %q, want %q", said, got, want)
		}
	}
	for said, want := range map[string]string{
		" my pump p7 any more":             "my: pump p7",
		" my pump p7, it hangs":            "my: pump p7",
		" it":                              "",
		" the pump in the shop":            "the: pump",
		" anything":                        "",
		" pump p7 because nothing is left": ": pump p7",
	} {
		if got := shown(Behind(said)); got != want {
			t.Errorf("behind %q: %q, want %q", said, got, want)
		}
	}
}

func shown(n Noun) string {
	words := ""
	for _, word := range n.Words {
		words += " " + word
	}
	if words == "" {
		return n.Determiner
	}
	return n.Determiner + ":" + words
}
