package explain

// storageMemory is what was worked out of what is attached where and who uses it.
type storageMemory struct {
	claims   memo[string, claimUses] // by namespace
	drivers  memo[string, driverCount]
	attached memo[string, attachments]
}
