// Uses the client that oapi-codegen has made of the document.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/oapi-codegen/nullable"

	"example.com/client/workplan"
)

func main() {
	ctx := context.Background()
	authorize := func(_ context.Context, r *http.Request) error {
		r.Header.Set("Authorization", "Bearer "+os.Getenv("WORKPLAN_KEY"))
		return nil
	}
	api, err := workplan.NewClient(os.Getenv("WORKPLAN_HTTP"), workplan.WithRequestEditorFn(authorize))
	if err != nil {
		log.Fatal(err)
	}

	users := map[string]bool{}
	var user workplan.User
	for limit, params := 5, (workplan.ListUsersParams{}); len(users) < 10; {
		params.Limit = &limit
		page := must[workplan.ListUsersResult](api.ListUsers(ctx, &params)).Data
		for _, user = range page.Items {
			users[user.Id.String()] = true
		}
		if next, err := page.NextCursor.Get(); err == nil {
			params.Cursor = &next
		}
	}
	check(len(users) == 10, users)

	input := workplan.ClientInput{CompanyName: "oapi-codegen",
		Website: nullable.NewNullableWithValue("https://example.com")}
	created := must[workplan.CreateClientResult](api.CreateClient(ctx, nil, input)).Data
	check(created.Website.MustGet() == "https://example.com", created)
	patch := workplan.ClientPatch{Website: nullable.NewNullNullable[string]()}
	cleared := must[workplan.UpdateClientResult](api.UpdateClient(ctx, created.Id, nil, patch)).Data
	check(cleared.Website.IsNull() && cleared.CompanyName == "oapi-codegen", cleared)

	limit := 1
	project := must[workplan.ListProjectsResult](api.ListProjects(ctx,
		&workplan.ListProjectsParams{Limit: &limit})).Data.Items[0]
	hours := workplan.AssignmentInput{UserId: user.Id, ProjectId: project.Id, Date: project.EndDate, Hours: 2.5}
	batch := workplan.AssignmentBatchInput{Items: []workplan.AssignmentInput{hours}}
	planned := must[workplan.UpsertAssignmentsResult](api.UpsertAssignments(ctx, nil, batch)).Data
	check(planned[0].Hours == 2.5, planned)

	resp, err := api.CreateClient(ctx, nil, workplan.ClientInput{CompanyName: "x"})
	refused := read[workplan.ErrorBody](resp, err, http.StatusBadRequest)
	check(refused.Error.Code == "validation_failed", refused)
}

func must[T any](resp *http.Response, err error) T { return read[T](resp, err, http.StatusOK) }

func read[T any](resp *http.Response, err error, status int) (result T) {
	if err != nil {
		log.Fatal(err)
	}
	defer resp.Body.Close()
	check(resp.StatusCode == status, resp.Status)
	if err := json.NewDecoder(resp.Body).Decode(&result); err != nil {
		log.Fatal(err)
	}
	return result
}

func check(right bool, seen any) {
	if !right {
		log.Fatalf("%+v", seen)
	}
}
