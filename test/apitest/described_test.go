package apitest_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/timestamppb"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/strictjson"
	"github.com/workplan-api/workplan/test/apitest"
)

// TestUndescribed shows that Undescribed finds every kind of difference.
func TestUndescribed(t *testing.T) {
	const (
		id      = "01890000-0000-7000-8000-000000000000"
		refusal = `{"error": {"message": "client not found", "code": "not_found", "requestId": "x", "details": []}}`
	)
	at := timestamppb.New(time.Date(2026, 1, 2, 3, 4, 5, 6000, time.UTC))
	record, err := strictjson.Append(nil, &pb.GetClientResponse{Data: &pb.Client{
		Id: id, CompanyName: proto.String("Acme"), IsActive: proto.Bool(true),
		ClientPriority: pb.ClientPriority_CLIENT_PRIORITY_MEDIUM.Enum(), Version: 1, CreatedAt: at, UpdatedAt: at,
	}})
	if err != nil {
		t.Fatal(err)
	}
	client := string(record)
	check := func(status int, header, body string) error {
		h := http.Header{}
		if header != "" {
			h.Set(header, "1")
		}
		return apitest.Undescribed("PATCH", "http://localhost/api/v1/clients/"+id, status, h, []byte(body))
	}
	for _, c := range []struct {
		name         string
		status       int
		header, body string
	}{
		{"a record", 200, "ETag", client},
		{"a refusal", 404, "X-Request-Id", refusal},
	} {
		if err := check(c.status, c.header, c.body); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	for _, c := range []struct {
		name         string
		status       int
		header, body string
	}{
		{"an undescribed status", 418, "", refusal},
		{"an undescribed header", 200, "Link", client},
		{"an undescribed member", 200, "", strings.Replace(client, `"version"`, `"nick":1,"version"`, 1)},
		{"a missing member", 200, "", strings.Replace(client, `"website":null,`, ``, 1)},
		{"a forbidden null", 200, "", strings.Replace(client, `"companyName":"Acme"`, `"companyName":null`, 1)},
		{"another type", 200, "", strings.Replace(client, `"version":1`, `"version":"1"`, 1)},
		{"an unknown enum value", 200, "", strings.Replace(client, `"medium"`, `"MEDIUM"`, 1)},
		{"a time without a zone", 200, "", strings.Replace(client, `05.000006Z`, `05.000006`, 1)},
		{"an id that is not a UUID", 200, "", strings.Replace(client, id, "7", 1)},
		{"an error as a success", 200, "", refusal},
		{"an error without details", 404, "", strings.Replace(refusal, `, "details": []`, ``, 1)},
	} {
		if err := check(c.status, c.header, c.body); err == nil {
			t.Errorf("%s is not seen", c.name)
		}
	}
}
