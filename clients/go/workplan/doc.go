// Package workplan calls Workplan, a work-planning service, over REST. It needs nothing
// but the standard library; for gRPC see the package workplangrpc.
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
// An optional member of a request is a pointer, made by new(value), or a slice; nil leaves
// it out. In a patch, a member that can be cleared is an [Optional]: [Set] a value, or
// clear it with [Null].
//
//	api.UpdateClient(ctx, id, workplan.ClientPatch{
//		ClientPriority: new(workplan.ClientPriorityHigh),
//		Website:        workplan.Null[string](),
//	})
//
// # Errors and retries
//
// Every error of a call is an [*Error], whose code [errors.Is] can ask for. A call that is
// refused because the server is busy is sent again, and so is one that finds it down,
// unless it creates something: such a call is sent again only where it was refused before
// anything was done.
package workplan
