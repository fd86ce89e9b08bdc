package explain

// rulesMemory is what the checks have searched for.
type rulesMemory struct {
	drawers memo[findScope, drawer]
	// sightings are by the check that asks.
	sightings memo[string, sightings]
}
