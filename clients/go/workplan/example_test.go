package workplan_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"

	"github.com/workplan-api/workplan/clients/go/workplan"
)

func ExampleNew() {
	api := workplan.New("https://workplan.example.com", os.Getenv("WORKPLAN_KEY"))
	me, err := api.GetMe(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(me.KeyName, me.Scopes)
}

func ExampleAPI_AllProjects() {
	api := workplan.New("https://workplan.example.com", os.Getenv("WORKPLAN_KEY"))
	for project, err := range api.AllProjects(context.Background(), workplan.ListProjectsParams{
		Status: []workplan.ProjectStatus{workplan.ProjectStatusPlanned, workplan.ProjectStatusActive},
		Expand: []string{"client"},
	}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(project.Name, "for", project.Client.CompanyName)
	}
}

func ExampleAPI_Follow() {
	api := workplan.New("https://workplan.example.com", os.Getenv("WORKPLAN_KEY"))
	stored := int64(42) // the number of the last event that was handled
	for event, err := range api.Follow(context.Background(), workplan.ListEventsParams{After: fmt.Sprint(stored)}) {
		var lost *workplan.CursorError
		if errors.As(err, &lost) {
			log.Fatal(lost) // note the head, list all records again, and follow after that head
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(event.Seq, event.Type, event.At)
		stored = event.Seq // store it after the event is handled
	}
}

func ExampleIfMatch() {
	api := workplan.New("https://workplan.example.com", os.Getenv("WORKPLAN_KEY"))
	change := func(ctx context.Context, client *workplan.Client) error {
		_, err := api.UpdateClient(ctx, client.ID, workplan.ClientPatch{IsActive: new(false)},
			workplan.IfMatch(client.Version))
		if errors.Is(err, workplan.ErrVersionConflict) {
			return errors.New("the client has changed: read it again")
		}
		return err
	}
	_ = change
}

func ExampleOptional() {
	body, err := json.Marshal(workplan.ClientPatch{
		CompanyName: new("Initech GmbH"),
		Email:       workplan.Set("office@initech.example"),
		Website:     workplan.Null[string](),
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(string(body))
	// Output: {"companyName":"Initech GmbH","email":"office@initech.example","website":null}
}

func ExampleError() {
	api := workplan.New("http://127.0.0.1:1", "wpk_key", workplan.WithTries(1)) // no server listens there
	_, err := api.GetMe(context.Background())

	var e *workplan.Error
	if errors.As(err, &e) {
		fmt.Println(e.Code, e.HTTPStatus, e.RequestID == "")
	}
	fmt.Println(errors.Is(err, workplan.ErrUnreachable))
	// Output:
	// unreachable 0 true
	// true
}
