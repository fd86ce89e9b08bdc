package store

import "hash/maphash"

// index finds the number that stands for a UID. It holds numbers only: where a
// number's UID is kept, the owner of the index knows. That makes it a fraction
// of the size of a map.
type index struct {
	seed maphash.Seed
	// slots hold numbers, or none; a UID's number is in the slot that its hash
	// says or in the ones right behind. Their count is a power of two.
	slots []uint32
	used  int
	key   func(number uint32) *UID
}

// newIndex makes an empty index of numbers whose UIDs key returns.
func newIndex(key func(number uint32) *UID) index {
	return index{seed: maphash.MakeSeed(), key: key}
}

// slot returns where the UID's number is or would be. There must be a slot.
func (x *index) slot(uid *UID) int {
	mask := len(x.slots) - 1
	at := int(maphash.Bytes(x.seed, uid[:])) & mask
	for x.slots[at] != None && *x.key(x.slots[at]) != *uid {
		at = (at + 1) & mask
	}
	return at
}

func (x *index) find(uid UID) (number uint32, ok bool) {
	if len(x.slots) == 0 {
		return 0, false
	}
	number = x.slots[x.slot(&uid)]
	return number, number != None
}

// put makes the UID of the number, which key must know by now, lead to it.
func (x *index) put(number uint32) {
	if 4*(x.used+1) > 3*len(x.slots) {
		x.grow()
	}
	at := x.slot(x.key(number))
	if x.slots[at] == None {
		x.used++
	}
	x.slots[at] = number
}

func (x *index) grow() {
	old := x.slots
	x.slots = make([]uint32, max(16, 2*len(old)))
	for i := range x.slots {
		x.slots[i] = None
	}
	for _, number := range old {
		if number != None {
			x.slots[x.slot(x.key(number))] = number
		}
	}
}
