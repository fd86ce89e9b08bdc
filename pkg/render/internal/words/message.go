package words

// How many columns of a message are shown, and in the wide form.
const (
	MessageColumns     = 200
	MessageColumnsWide = 1000
)
