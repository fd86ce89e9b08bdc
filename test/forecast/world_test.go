//go:build unix

package forecast_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// world is a small cluster, and what is done to it.
type world struct {
	Seed   uint64  `json:"seed,omitempty"`
	Things []thing `json:"things"`
	Act    act     `json:"act"`
	// Unknown is of how many things nobody can know what becomes of them.
	Unknown int `json:"unknown,omitempty"`

	name string   // makes what it consists of unique
	uids []string // of the things, empty where it was not made
}

// act is a deletion, or a removal of finalizers.
type act struct {
	Cascade string `json:"cascade,omitempty"`
	// Off are finalizers that are taken off instead.
	Off     []string `json:"off,omitempty"`
	Targets []int    `json:"targets"`
}

// thing is one object, or a holder with all that it takes to run.
type thing struct {
	Kind string `json:"kind"`
	// In is the number of its namespace, Of that of its definition; -1 for none.
	In         int      `json:"in"`
	Of         int      `json:"of"`
	Owners     []owner  `json:"owners,omitempty"`
	Finalizers []string `json:"finalizers,omitempty"`
	// Asked is the cascade with which it was asked to go before, empty where it was not.
	Asked string `json:"asked,omitempty"`
	// Volume is that of a claim, Claim that of a pod; -1 for none.
	Volume int    `json:"volume"`
	Claim  int    `json:"claim"`
	Policy string `json:"policy,omitempty"` // of a volume
	Node   string `json:"node,omitempty"`   // of a pod
	// On is what a webhook is asked about.
	On string `json:"on,omitempty"`
}

type owner struct {
	To    int  `json:"to"`
	Block bool `json:"block,omitempty"`
	// Wrong is what is wrong with the reference: uid, name, kind.
	Wrong string `json:"wrong,omitempty"`
}

// The kinds of things.
const (
	space      = "space"
	note       = "note" // namespaced, of a definition that all worlds share
	post       = "post" // the same in no namespace
	config     = "config"
	definition = "definition"
	gear       = "gear" // of a definition of the world's own
	claim      = "claim"
	volume     = "volume"
	pod        = "pod"
	holder     = "holder"
	hook       = "hook"
)

// The finalizers of things. That of a holder is called ownMark and its number.
const (
	alive   = "forecast.example.com/alive"
	dead    = "forecast.example.com/dead"
	nobody  = "nobody.example.org/knows"
	ownMark = "own-"
	fore    = "foregroundDeletion"
	orphan  = "orphan"
)

// dice makes worlds.
type dice struct {
	*rand.Rand
	w *world
}

func (d *dice) chance(percent int) bool { return d.IntN(100) < percent }

func newDice(seed uint64) *dice {
	return &dice{rand.New(rand.NewPCG(seed, 16)), &world{Seed: seed}}
}

// generate makes the world of a seed.
func generate(seed uint64) *world {
	d := newDice(seed)
	switch n := d.IntN(100); {
	case n < 45:
		d.owners()
	case n < 65:
		d.spaces()
	case n < 77:
		d.definitions()
	case n < 87:
		d.holders()
	case n < 94:
		d.hooks()
	default:
		d.volumes()
	}
	return d.w
}

func (d *dice) add(t thing) int {
	d.w.Things = append(d.w.Things, t)
	return len(d.w.Things) - 1
}

func plain(kind string, in int) thing {
	return thing{Kind: kind, In: in, Of: -1, Volume: -1, Claim: -1}
}

// some adds notes, posts and configs with owners among all that is there.
func (d *dice) some(n int, spaces []int) {
	first := len(d.w.Things)
	for range n {
		switch k := d.IntN(10); {
		case k < 5:
			d.add(plain(note, spaces[d.IntN(len(spaces))]))
		case k < 7:
			d.add(plain(config, spaces[d.IntN(len(spaces))]))
		default:
			d.add(plain(post, -1))
		}
	}
	for i := first; i < len(d.w.Things); i++ {
		d.own(i)
		d.hold(i)
	}
}

// own gives a thing owners, earlier ones most of the time, so that there are trees and
// also circles.
func (d *dice) own(i int) {
	t := &d.w.Things[i]
	for range []int{0, 1, 1, 1, 2, 2, 3}[d.IntN(7)] {
		to := d.IntN(i + 1)
		if d.chance(12) {
			to = d.IntN(len(d.w.Things))
		}
		o := &d.w.Things[to]
		owns := o.Kind == note || o.Kind == post || o.Kind == config || o.Kind == gear || o.Kind == space && d.chance(30) || o.Kind == definition && d.chance(20)
		fits := o.In < 0 || o.In == t.In
		if to == i || !owns || !fits && !d.chance(6) || slices.ContainsFunc(t.Owners, func(x owner) bool { return x.To == to }) {
			continue
		}
		ref := owner{To: to, Block: d.chance(55)}
		if d.chance(6) {
			ref.Wrong = []string{"uid", "name", "kind"}[d.IntN(3)]
		}
		t.Owners = append(t.Owners, ref)
	}
}

// hold gives a thing finalizers.
func (d *dice) hold(i int) {
	t := &d.w.Things[i]
	if d.chance(22) {
		t.Finalizers = append(t.Finalizers, alive)
	}
	if d.chance(14) {
		t.Finalizers = append(t.Finalizers, dead)
		if d.chance(15) {
			t.Asked = d.cascade()
		}
	}
	switch d.IntN(100) {
	case 0, 1, 2:
		t.Finalizers = append(t.Finalizers, fore)
	case 3, 4, 5:
		t.Finalizers = append(t.Finalizers, orphan)
	case 6:
		if d.chance(30) {
			t.Finalizers = append(t.Finalizers, nobody)
		}
	}
}

func (d *dice) cascade() string {
	return []string{"background", "background", "foreground", "foreground", "orphan"}[d.IntN(5)]
}

// target chooses what is deleted.
func (d *dice) target(fits func(*thing) bool) {
	var all []int
	for i := range d.w.Things {
		if fits(&d.w.Things[i]) && d.w.Things[i].Asked == "" {
			all = append(all, i)
		}
	}
	d.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	n := 1
	if d.chance(30) {
		n = 2
	}
	d.w.Act.Targets = append(d.w.Act.Targets, all[:min(n, len(all))]...)
	slices.Sort(d.w.Act.Targets)
	d.w.Act.Targets = slices.Compact(d.w.Act.Targets)
	if d.w.Act.Cascade == "" {
		d.w.Act.Cascade = d.cascade()
	}
}

func (d *dice) newSpaces(n int) []int {
	var out []int
	for range n {
		out = append(out, d.add(plain(space, -1)))
	}
	return out
}

func (d *dice) owners() {
	d.some(4+d.IntN(6), d.newSpaces(1+d.IntN(2)))
	if d.chance(10) {
		d.release()
		return
	}
	d.target(func(t *thing) bool { return t.Kind != space })
}

// release takes the finalizers off something that is going.
func (d *dice) release() {
	for i := range d.w.Things {
		if t := &d.w.Things[i]; slices.Contains(t.Finalizers, dead) {
			t.Asked = d.cascade()
			d.w.Act = act{Off: []string{dead}, Targets: []int{i}}
			return
		}
	}
	d.target(func(t *thing) bool { return t.Kind != space })
}

func (d *dice) spaces() {
	spaces := d.newSpaces(1 + d.IntN(2))
	if d.chance(25) {
		d.w.Things[0].Finalizers = []string{[]string{alive, dead}[d.IntN(2)]}
	}
	d.some(3+d.IntN(5), spaces)
	if d.chance(30) {
		p := plain(pod, spaces[0])
		p.Node = []string{"", "", "down"}[d.IntN(3)]
		if d.chance(30) {
			p.Finalizers = []string{[]string{alive, dead}[d.IntN(2)]}
		}
		d.add(p)
	}
	d.target(func(t *thing) bool { return t.Kind == space })
}

func (d *dice) definitions() {
	spaces := d.newSpaces(2 + d.IntN(2))
	def := d.add(plain(definition, -1))
	if d.chance(15) {
		d.w.Things[def].Finalizers = []string{[]string{alive, dead}[d.IntN(2)]}
	}
	for range 2 + d.IntN(4) {
		g := plain(gear, spaces[d.IntN(len(spaces))])
		g.Of = def
		at := d.add(g)
		d.hold(at)
	}
	d.some(2+d.IntN(4), spaces)
	d.target(func(t *thing) bool { return t.Kind == definition })
	if d.chance(25) {
		d.target(func(t *thing) bool { return t.Kind == space || t.Kind == gear })
	}
}

// holders have a holder of their own, which goes, or what it rests on does.
func (d *dice) holders() {
	spaces := d.newSpaces(2)
	h := d.add(plain(holder, spaces[0]))
	mark := fmt.Sprint(ownMark, h)
	d.some(2+d.IntN(4), spaces)
	for i := h + 1; i < len(d.w.Things); i++ {
		if d.chance(60) {
			d.w.Things[i].Finalizers = append(d.w.Things[i].Finalizers, mark)
		}
	}
	switch d.IntN(4) {
	case 0:
		d.target(func(t *thing) bool { return t.Kind == space })
	case 1:
		d.w.Act.Targets = []int{spaces[0]}
		d.w.Act.Cascade = "background"
	case 2:
		d.w.Act.Targets = []int{spaces[1]}
		d.w.Act.Cascade = d.cascade()
	default:
		d.target(func(t *thing) bool { return t.Kind != space && t.Kind != holder })
	}
}

// hooks have a webhook that has to be asked, and whose service goes.
func (d *dice) hooks() {
	spaces := d.newSpaces(2)
	h := plain(hook, spaces[0])
	h.On = []string{"UPDATE", "DELETE"}[d.IntN(2)]
	d.add(h)
	if d.chance(85) {
		spaces = spaces[1:] // what is beside the service goes in no certain order
	}
	d.some(3+d.IntN(4), spaces)
	switch n := d.IntN(100); {
	case n < 55: // its service has gone before
		d.w.Things[0].Asked = "background"
	case n < 70: // what comes first decides, which nobody can know
		d.w.Act.Targets = []int{0}
	}
	d.target(func(t *thing) bool { return t.Kind == note || t.Kind == space })
}

func (d *dice) volumes() {
	spaces := d.newSpaces(1)
	for range 1 + d.IntN(2) {
		v := plain(volume, -1)
		v.Policy = []string{"Delete", "Retain"}[d.IntN(2)]
		at := d.add(v)
		c := plain(claim, spaces[0])
		c.Volume = at
		c.Finalizers = []string{}
		if d.chance(30) {
			c.Finalizers = []string{[]string{alive, dead}[d.IntN(2)]}
		}
		claimed := d.add(c)
		if d.chance(50) {
			p := plain(pod, spaces[0])
			p.Claim = claimed
			p.Node = []string{"", "down"}[d.IntN(2)]
			d.add(p)
		}
	}
	d.target(func(t *thing) bool { return t.Kind == claim || t.Kind == volume || t.Kind == space })
	if d.chance(40) {
		d.target(func(t *thing) bool { return t.Kind == pod })
	}
}
