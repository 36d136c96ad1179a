package services

import (
	"cmp"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/services/capacity"
	"github.com/workplan-api/workplan/services/chain/call"
	grpcapi "github.com/workplan-api/workplan/services/chain/grpc"
	"github.com/workplan-api/workplan/services/chain/rest"
	"github.com/workplan-api/workplan/services/doors/console"
	"github.com/workplan-api/workplan/services/doors/docs"
	"github.com/workplan-api/workplan/services/doors/feeds"
	"github.com/workplan-api/workplan/services/doors/mcp"
	"github.com/workplan-api/workplan/services/doors/scim"
	"github.com/workplan-api/workplan/services/money"
)

const uploadTimeout = time.Minute

// open opens what hands requests to the chain: gRPC, REST and the doors.
func (s *Server) open(chain *call.Chain) (err error) {
	cfg := s.cfg
	s.GRPC = grpcapi.NewServer(grpcapi.Config{
		Chain: chain, Health: s.health, Traces: cfg.Traces, TLS: cfg.TLS,
		UploadTimeout: cfg.UploadTimeout, Unlimited: s.unlimited,
	})
	var site *rest.Site
	if !cfg.Console.Off {
		if site, err = rest.NewSite(cfg.Console.URL); err != nil {
			return err
		}
		if s.console, err = console.New(cfg.Console,
			console.Parts{Site: site, Chain: chain, Quota: s.quota, Log: cfg.Log}); err != nil {
			return err
		}
	}
	api, err := rest.New(rest.Config{
		Chain: chain, Site: site, UploadTimeout: cmp.Or(cfg.UploadTimeout, uploadTimeout), PublicURL: cfg.PublicURL,
		CORSOrigins: cfg.CORSOrigins, CSV: rest.CSV{
			pb.CapacityService_GetCapacity_FullMethodName: capacity.AppendCSV,
			pb.MoneyService_GetMoney_FullMethodName:       money.AppendCSV,
		},
	})
	if err != nil {
		return err
	}
	if s.docs, err = docs.New(); err != nil {
		return err
	}
	s.doors = []door{
		{feeds.Prefix, (&feeds.Handler{Chain: chain}).HTTP()},
		{scim.Prefix, (&scim.Handler{Chain: chain, Groups: cfg.SCIM, PublicURL: cfg.PublicURL}).HTTP()},
	}
	if cfg.MCP {
		h := &mcp.Handler{
			Chain: chain, Version: cfg.Version, Log: cfg.Log, PublicURL: cfg.PublicURL, Origins: cfg.CORSOrigins,
		}
		if !cfg.Console.Off {
			h.WebApp = cmp.Or(cfg.Console.URL, cfg.PublicURL)
		}
		s.doors = append(s.doors, door{mcp.Path, h.HTTP()})
	}
	s.HTTP = s.routes(api)
	return nil
}
