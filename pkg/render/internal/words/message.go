package words

// How many columns of a message are shown, and in the wide form.
const (
	MessageColumns     = 280
	MessageColumnsWide = 2000
)
