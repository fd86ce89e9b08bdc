package paper

// Look is what the output goes to. The zero value is right for a pipe.
type Look struct {
	Width int // zero means no limit
	Color bool
	ASCII bool
}
