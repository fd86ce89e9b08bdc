package storage

import (
	"github.com/kubectl-finalizers/kubectl-finalizers/pkg/explain/diagnose/internal/sight"
)

// memory is what was worked out of what is attached where and who uses it.
type memory struct {
	claims   sight.Memo[string, claimUses] // by namespace
	drivers  sight.Memo[string, driverCount]
	attached sight.Memo[string, attachments]
}
