// Uses the client that openapi-generator has made of the document.
package main

import (
	"context"
	"errors"
	"log"
	"os"

	"example.com/client/workplan"
)

func main() {
	ctx := context.WithValue(context.Background(), workplan.ContextAccessToken, os.Getenv("WORKPLAN_KEY"))
	configuration := workplan.NewConfiguration()
	configuration.Servers = workplan.ServerConfigurations{{URL: os.Getenv("WORKPLAN_HTTP")}}
	api := workplan.NewAPIClient(configuration)

	users := map[string]bool{}
	var user string
	for list := api.UsersAPI.ListUsers(ctx).Limit(5); len(users) < 10; {
		page := must(list.Execute()).Data
		for _, u := range page.Items {
			user, users[u.Id] = u.Id, true
		}
		list = list.Cursor(page.GetNextCursor())
	}
	check(len(users) == 10, users)

	input := workplan.NewClientInput("go")
	input.SetWebsite("https://example.com")
	created := must(api.ClientsAPI.CreateClient(ctx).ClientInput(*input).Execute()).Data
	check(created.GetWebsite() == "https://example.com", created)
	patch := workplan.NewClientPatch()
	patch.SetWebsiteNil()
	cleared := must(api.ClientsAPI.UpdateClient(ctx, created.Id).ClientPatch(*patch).Execute()).Data
	check(cleared.Website.Get() == nil && cleared.CompanyName == "go", cleared)

	project := must(api.ProjectsAPI.ListProjects(ctx).Limit(1).Execute()).Data.Items[0]
	hours := workplan.NewAssignmentInput(user, project.Id, project.EndDate, 2.5)
	batch := workplan.NewAssignmentBatchInput([]workplan.AssignmentInput{*hours})
	planned := must(api.AssignmentsAPI.UpsertAssignments(ctx).AssignmentBatchInput(*batch).Execute()).Data
	check(planned[0].Hours == 2.5, planned)

	_, resp, err := api.ClientsAPI.CreateClient(ctx).ClientInput(*workplan.NewClientInput("x")).Execute()
	var refused *workplan.GenericOpenAPIError
	check(errors.As(err, &refused) && resp.StatusCode == 400, err)
	body, ok := refused.Model().(workplan.ErrorBody)
	check(ok && body.Error.Code == "validation_failed", refused.Model())
}

func must[T any](result T, _ any, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return result
}

func check(right bool, seen any) {
	if !right {
		log.Fatalf("%+v", seen)
	}
}
