package explain

// costOf says what taking the finalizer off by hand costs, as far as the
// catalogue and the object tell.
func costOf(h *hearing) Cost {
	return Cost{Loss: h.entry.Loss, Risk: h.entry.Risk, Identity: identityOf(h)}
}
