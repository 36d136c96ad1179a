package doctor

import (
	"context"
	"fmt"
	"time"

	"github.com/workplan-api/workplan/services/webhooks"
)

// shownWebhooks is how many endpoints that fail are named.
const shownWebhooks = 10

func (d database) webhooks(ctx context.Context) (Status, string, error) {
	all, err := webhooks.ReadBacklog(ctx, d.db)
	if err != nil {
		return Fail, "", err
	}
	endpoints := 0
	for _, b := range all {
		endpoints += b.Endpoints
	}
	text := fmt.Sprintf("%d endpoints, %d of them failing and %d disabled", endpoints, all["failing"].Endpoints,
		all["disabled"].Endpoints)
	failing, err := webhooks.ReadFailing(ctx, d.db, shownWebhooks)
	for _, w := range failing {
		text += "; " + w.String()
	}
	oldest := max(all["active"].Oldest, all["failing"].Oldest).Round(time.Second)
	switch {
	case d.NoWebhooks && all["active"].Endpoints+all["failing"].Endpoints+all["pending"].Endpoints > 0:
		return Warn, text + ": SECRET_KEY is not set, so a server with this configuration sends nothing", err
	case oldest > undeliveredWarn:
		return Warn, fmt.Sprintf(
			"%s; the oldest event that an active one has not got is from %s ago: look at its deliveries in the console",
			text, oldest,
		), err
	case len(failing) > 0:
		return Warn, text + ": their admins can look at the deliveries in the console, and enable them again", err
	}
	return OK, text, err
}
