package acceptance_test

import (
	"strings"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/apitest"
)

func edit(name, as, id, body string, expectations ...expectation) apitest.Step {
	s := apitest.Step{Name: name, As: as, Call: "PATCH /api/v1/time-off/" + id, Body: body, RPC: "TimeOffService/UpdateTimeOff"}
	return paired(s, "time_off", map[string]any{"request_id": id}, expectations)
}

func remove(name, as, id string, expectations ...expectation) apitest.Step {
	s := apitest.Step{Name: name, As: as, Call: "DELETE /api/v1/time-off/" + id, RPC: "TimeOffService/DeleteTimeOff", Want: `{"data": {}}`}
	return onlyData(paired(s, "", map[string]any{"request_id": id}, expectations))
}

func approve(name, as, id string, expectations ...expectation) apitest.Step {
	s := apitest.Step{Name: name, As: as, Call: "POST /api/v1/time-off/" + id + "/approve", RPC: "TimeOffService/ApproveTimeOff", Want: `{"data": {}}`}
	return onlyData(paired(s, "", map[string]any{"request_id": id}, expectations))
}

func reject(name, as, id, reason string, expectations ...expectation) apitest.Step {
	return rejectWith(name, as, id, asJSON(map[string]string{"rejectionReason": reason}), append([]expectation{
		answers(`{"data": ` + asJSON(map[string]string{"rejectionReason": strings.TrimSpace(reason)}) + `}`), memberCount("data", 1)}, expectations...)...)
}

func rejectWith(name, as, id, body string, expectations ...expectation) apitest.Step {
	s := apitest.Step{Name: name, As: as, Call: "POST /api/v1/time-off/" + id + "/reject", Body: body, RPC: "TimeOffService/RejectTimeOff"}
	return onlyData(paired(s, "rejection", map[string]any{"request_id": id}, expectations))
}
