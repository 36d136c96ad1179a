// Package workplan calls Workplan, a work-planning service, over REST. It imports only
// the standard library. For gRPC see the package workplangrpc.
//
//	api := workplan.New("https://workplan.example.com", os.Getenv("WORKPLAN_KEY"))
//	for user, err := range api.AllUsers(ctx, workplan.ListUsersParams{}) {
//		if err != nil {
//			return err
//		}
//		fmt.Println(user.Name)
//	}
//
// # Requests
//
// An optional member of a request is a pointer, such as new(value), or a slice; nil omits
// it. In a patch, a member that can be cleared is an [Optional]: [Set] gives it a value,
// [Null] clears it.
//
//	api.UpdateClient(ctx, id, workplan.ClientPatch{
//		ClientPriority: new(workplan.ClientPriorityHigh),
//		Website:        workplan.Null[string](),
//	})
//
// # Events
//
// [API.Follow] returns the events of the journal after a number that the program has stored,
// and then each new one. It calls again for as long as the server cannot be reached.
//
// # Errors and retries
//
// Every error of a call is an [*Error]; [errors.Is] compares its code. A call is sent
// again if the server is busy or down. A call that creates a record has an Idempotency-Key,
// so that the server creates only one record, however often the call is sent.
package workplan
