package workplangrpc_test

import (
	"context"
	"fmt"
	"log"
	"os"

	"github.com/workplan-api/workplan/clients/go/workplan/workplangrpc"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

func ExampleDial() {
	conn, err := workplangrpc.Dial("workplan.example.com:443", os.Getenv("WORKPLAN_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	me, err := pb.NewMeServiceClient(conn).GetMe(context.Background(), &pb.GetMeRequest{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(me.GetData().GetKeyName())
}

func ExampleAll() {
	conn, err := workplangrpc.Dial("workplan.example.com:443", os.Getenv("WORKPLAN_KEY"))
	if err != nil {
		log.Fatal(err)
	}
	defer conn.Close()
	users := pb.NewUserServiceClient(conn)
	for user, err := range workplangrpc.All(context.Background(), users.ListUsers, &pb.ListUsersRequest{}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(user.GetName())
	}
}
