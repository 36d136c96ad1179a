package idempotency_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	_ "github.com/workplan-api/workplan/gen/go/workplan/admin/v1" // its messages have secrets too
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/metrics"
	"github.com/workplan-api/workplan/internal/rpc"
	"github.com/workplan-api/workplan/internal/tenant"
	"github.com/workplan-api/workplan/services/chain/auth"
	"github.com/workplan-api/workplan/services/chain/idempotency"
	"github.com/workplan-api/workplan/services/chain/quota"
	"github.com/workplan-api/workplan/test/apitest"
)

func TestMain(m *testing.M) { apitest.Main(m) }

func TestSecretsAreStoredEncrypted(t *testing.T) {
	a := apitest.NewIsolated(t)
	table, err := rpc.NewTable()
	if err != nil {
		t.Fatal(err)
	}
	client := tenant.Open(apitest.Open(t, a.DSN))
	once := idempotency.New(0, nil)
	method := table.ByName(pb.KeyService_CreateKey_FullMethodName)
	secret := auth.NewKey(a.Organization).Reveal()
	log := slog.New(slog.DiscardHandler)
	unlimited, err := quota.New(quota.Config{}, log, metrics.Refusals.Counter(prometheus.NewRegistry()), time.Now)
	if err != nil {
		t.Fatal(err)
	}

	// create calls CreateKey as the holder of an API key.
	create := func(key string) (proto.Message, error) {
		scopeless := *method
		scopeless.Scopes = []string{"read:users"}
		admitted, _, err := auth.NewAdmission(client, a.DB, log, time.Now, unlimited).Admit(t.Context(), &scopeless,
			auth.Credentials{Authorization: []string{"Bearer " + key}})
		if err != nil {
			t.Fatal(err)
		}
		resp, _, err := once.Do(tenant.WithOrganization(t.Context(), a.Organization), client.InUnit(),
			idempotency.Call{
				Method: method, Caller: admitted.Caller, Message: &pb.CreateKeyRequest{}, Key: "a",
			}, func() (proto.Message, error) {
				name := "new"
				return &pb.CreateKeyResponse{Data: &pb.Key{Name: &name, Secret: &secret}}, nil
			})
		return resp, err
	}
	first, err := create(a.Secret("admin"))
	if err != nil {
		t.Fatal(err)
	}
	var stored []byte
	if err := a.DB.QueryRowContext(t.Context(), `SELECT response FROM idempotency_keys`).Scan(&stored); err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(stored, []byte(secret)) || bytes.Contains(stored, []byte("wpk_")) ||
		!bytes.Contains(stored, []byte("new")) {
		t.Errorf("stored: %q", stored)
	}
	again, err := create(a.Secret("admin"))
	if err != nil || !proto.Equal(first, again) {
		t.Errorf("first %v, then %v, %v", first, again, err)
	}

	rotated := auth.NewKey(a.Organization)
	hash := rotated.Hash()
	a.Exec(`UPDATE api_keys SET secret_hash = $1 WHERE organization_id = $2 AND name = 'admin'`,
		hash[:], a.Organization)
	if _, err := create(rotated.Reveal()); err == nil || !strings.Contains(err.Error(), "earlier secret") {
		t.Errorf("after a rotation: %v", err)
	}
}

// TestSecretsHaveTheOption looks at every field of every message. A string with secret in its
// name, and one that only some responses have, is a secret.
func TestSecretsHaveTheOption(t *testing.T) {
	found := 0
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		if strings.HasPrefix(string(file.Package()), "workplan.") {
			eachField(file.Messages(), func(fd protoreflect.FieldDescriptor) {
				if fd.Kind() != protoreflect.StringKind {
					return
				}
				want := strings.Contains(string(fd.Name()), "secret") ||
					proto.GetExtension(fd.Options(), pb.E_Expanded).(bool)
				if has := proto.GetExtension(fd.Options(), pb.E_Secret).(bool); has != want || has && fd.IsList() {
					t.Errorf("%s: the option secret is %t, want %t, and only in a single string",
						fd.FullName(), has, want)
				} else if has {
					found++
				}
			})
		}
		return true
	})
	if found < 4 {
		t.Errorf("%d secrets, want those of keys, webhooks, calendar feeds and the import", found)
	}
}

func eachField(messages protoreflect.MessageDescriptors, see func(protoreflect.FieldDescriptor)) {
	for i := range messages.Len() {
		for j := range messages.Get(i).Fields().Len() {
			see(messages.Get(i).Fields().Get(j))
		}
		eachField(messages.Get(i).Messages(), see)
	}
}
