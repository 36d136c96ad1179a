package main

import (
	"context"
	"encoding/json"
	"strings"

	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/types/known/fieldmaskpb"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan/workplangrpc"
	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

func (p *program) readEvent(ctx context.Context, in struct{ Types []string }) (any, error) {
	events, err := pb.NewEventServiceClient(p.admin).ListEvents(ctx, &pb.ListEventsRequest{Types: in.Types})
	if err != nil {
		return nil, err
	}
	first := events.GetData().GetItems()[0]
	return map[string]any{
		"type":      first.GetType(),
		"rowCount":  first.GetRowCount(),
		"firstDate": first.FirstDate,
		"lastDate":  first.LastDate,
	}, nil
}

func (p *program) webhooks() pb.WebhookServiceClient { return pb.NewWebhookServiceClient(p.admin) }

func (p *program) createWebhook(ctx context.Context, in struct {
	URL   string
	Types []string
	Name  *string
}) (any, error) {
	resp, err := p.webhooks().CreateWebhook(ctx,
		&pb.CreateWebhookRequest{Webhook: &pb.Webhook{Url: &in.URL, Types: in.Types, Name: in.Name}})
	if err != nil {
		return nil, err
	}
	p.webhook = resp.GetData()
	return webhook(p.webhook), nil
}

// webhook returns the outcome of a webhook.
func webhook(w *pb.Webhook) map[string]any {
	return map[string]any{
		"url":     w.Url,
		"types":   w.GetTypes(),
		"name":    w.Name,
		"state":   strings.ToLower(strings.TrimPrefix(w.GetState().String(), "WEBHOOK_STATE_")),
		"cursor":  w.Cursor,
		"secret":  strings.HasPrefix(w.GetSecret(), scenario.SecretPrefix),
		"failing": w.LastError != nil,
		"version": w.GetVersion(),
	}
}

func (p *program) patchWebhook(ctx context.Context, in struct {
	Version json.Number
	URL     string
	Cursor  int64
}) (any, error) {
	ctx = metadata.AppendToOutgoingContext(ctx, "if-match", `"`+in.Version.String()+`"`)
	return p.updateWebhook(ctx, &pb.Webhook{Url: &in.URL, Cursor: &in.Cursor}, "url", "name", "cursor")
}

func (p *program) pauseWebhook(ctx context.Context, in struct{ State string }) (any, error) {
	state := pb.WebhookState_value["WEBHOOK_STATE_"+strings.ToUpper(in.State)]
	return p.updateWebhook(ctx, &pb.Webhook{State: pb.WebhookState(state).Enum()}, "state")
}

func (p *program) updateWebhook(ctx context.Context, values *pb.Webhook, mask ...string) (any, error) {
	resp, err := p.webhooks().UpdateWebhook(ctx, &pb.UpdateWebhookRequest{
		WebhookId:  p.webhook.GetId(),
		Webhook:    values,
		UpdateMask: &fieldmaskpb.FieldMask{Paths: mask},
	})
	if err != nil {
		return nil, err
	}
	return webhook(resp.GetData()), nil
}

func (p *program) readWebhooks(ctx context.Context) (any, error) {
	all, err := scenario.Rows(workplangrpc.All(ctx, p.webhooks().ListWebhooks, &pb.ListWebhooksRequest{}))
	if err != nil {
		return nil, err
	}
	got, err := p.webhooks().GetWebhook(ctx, &pb.GetWebhookRequest{WebhookId: p.webhook.GetId()})
	if err != nil {
		return nil, err
	}
	outcome := webhook(got.GetData())
	outcome["webhooks"], outcome["listed"] = len(all), all[0].GetId() == p.webhook.GetId()
	return outcome, nil
}

func (p *program) rotateWebhook(ctx context.Context, in struct{ OverlapSeconds int32 }) (any, error) {
	resp, err := p.webhooks().RotateWebhookSecret(ctx, &pb.RotateWebhookSecretRequest{
		WebhookId: p.webhook.GetId(),
		Rotation:  &pb.WebhookRotation{OverlapSeconds: &in.OverlapSeconds},
	})
	if err != nil {
		return nil, err
	}
	rotated := resp.GetData()
	outcome := webhook(rotated)
	outcome["changed"], outcome["overlaps"] = rotated.GetSecret() != p.webhook.GetSecret(),
		rotated.PreviousSecretExpiresAt != nil
	return outcome, nil
}

func (p *program) testWebhook(ctx context.Context) (any, error) {
	return p.webhooks().TestWebhook(ctx, &pb.TestWebhookRequest{WebhookId: p.webhook.GetId()})
}

func (p *program) readAttempts(ctx context.Context, in struct{ Limit int32 }) (any, error) {
	req := &pb.ListWebhookAttemptsRequest{WebhookId: p.webhook.GetId(), Limit: &in.Limit}
	attempts, err := scenario.Rows(workplangrpc.All(ctx, p.webhooks().ListWebhookAttempts, req))
	if err != nil {
		return nil, err
	}
	first := attempts[0]
	return map[string]any{
		"attempts": len(attempts),
		"type":     first.GetType(),
		"outcome":  strings.ToLower(strings.TrimPrefix(first.GetOutcome().String(), "WEBHOOK_OUTCOME_")),
		"seq":      first.Seq,
		"status":   first.Status,
		"response": first.Response,
	}, nil
}

func (p *program) redeliver(ctx context.Context) (any, error) {
	resp, err := p.redeliverEvents(ctx, &pb.WebhookRedelivery{Seq: &p.followed.Seq})
	if err != nil {
		return nil, err
	}
	return webhook(resp.GetData()), nil
}

func (p *program) redeliverNothing(ctx context.Context) (any, error) {
	return p.redeliverEvents(ctx, &pb.WebhookRedelivery{})
}

func (p *program) redeliverEvents(
	ctx context.Context, events *pb.WebhookRedelivery,
) (*pb.RedeliverWebhookResponse, error) {
	return p.webhooks().RedeliverWebhook(ctx,
		&pb.RedeliverWebhookRequest{WebhookId: p.webhook.GetId(), Redelivery: events})
}

func (p *program) deleteWebhook(ctx context.Context) (any, error) {
	if _, err := p.webhooks().DeleteWebhook(ctx, &pb.DeleteWebhookRequest{WebhookId: p.webhook.GetId()}); err != nil {
		return nil, err
	}
	return p.webhooks().GetWebhook(ctx, &pb.GetWebhookRequest{WebhookId: p.webhook.GetId()})
}
