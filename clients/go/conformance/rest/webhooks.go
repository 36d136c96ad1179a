package main

import (
	"context"
	"strings"

	"example/scenario"
	"github.com/workplan-api/workplan/clients/go/workplan"
)

func (p *program) readEvent(ctx context.Context, in struct{ Types []string }) (any, error) {
	events, err := p.admin.ListEvents(ctx, workplan.ListEventsParams{Types: in.Types})
	if err != nil {
		return nil, err
	}
	return events.Items[0], nil
}

func (p *program) createWebhook(ctx context.Context, in workplan.WebhookInput) (any, error) {
	created, err := p.admin.CreateWebhook(ctx, in)
	if err != nil {
		return nil, err
	}
	p.webhook = created
	return webhook(created), nil
}

// webhook returns the outcome of a webhook.
func webhook(w *workplan.Webhook) map[string]any {
	return map[string]any{
		"url":     w.URL,
		"types":   w.Types,
		"name":    w.Name,
		"state":   w.State,
		"cursor":  w.Cursor,
		"secret":  w.Secret != nil && strings.HasPrefix(*w.Secret, scenario.SecretPrefix),
		"failing": w.LastError != nil,
		"version": w.Version,
	}
}

func (p *program) patchWebhook(ctx context.Context, in struct {
	Version int64
	URL     string
	Cursor  int64
}) (any, error) {
	patch := workplan.WebhookPatch{URL: &in.URL, Name: workplan.Null[string](), Cursor: &in.Cursor}
	patched, err := p.admin.UpdateWebhook(ctx, p.webhook.ID, patch, workplan.IfMatch(in.Version))
	if err != nil {
		return nil, err
	}
	return webhook(patched), nil
}

func (p *program) pauseWebhook(ctx context.Context, in struct{ State workplan.WebhookState }) (any, error) {
	paused, err := p.admin.UpdateWebhook(ctx, p.webhook.ID, workplan.WebhookPatch{State: &in.State})
	if err != nil {
		return nil, err
	}
	return webhook(paused), nil
}

func (p *program) readWebhooks(ctx context.Context) (any, error) {
	all, err := scenario.Rows(p.admin.AllWebhooks(ctx, workplan.ListWebhooksParams{}))
	if err != nil {
		return nil, err
	}
	got, err := p.admin.GetWebhook(ctx, p.webhook.ID)
	if err != nil {
		return nil, err
	}
	outcome := webhook(got)
	outcome["webhooks"], outcome["listed"] = len(all), all[0].ID == p.webhook.ID
	return outcome, nil
}

func (p *program) rotateWebhook(ctx context.Context, in workplan.WebhookRotationInput) (any, error) {
	rotated, err := p.admin.RotateWebhookSecret(ctx, p.webhook.ID, in)
	if err != nil {
		return nil, err
	}
	outcome := webhook(rotated)
	outcome["changed"], outcome["overlaps"] = *rotated.Secret != *p.webhook.Secret,
		rotated.PreviousSecretExpiresAt != nil
	return outcome, nil
}

func (p *program) testWebhook(ctx context.Context) (any, error) {
	return p.admin.TestWebhook(ctx, p.webhook.ID)
}

func (p *program) readAttempts(ctx context.Context, in workplan.ListWebhookAttemptsParams) (any, error) {
	attempts, err := scenario.Rows(p.admin.AllWebhookAttempts(ctx, p.webhook.ID, in))
	if err != nil {
		return nil, err
	}
	first := attempts[0]
	return map[string]any{
		"attempts": len(attempts),
		"type":     first.Type,
		"outcome":  first.Outcome,
		"seq":      first.Seq,
		"status":   first.Status,
		"response": first.Response,
	}, nil
}

func (p *program) redeliver(ctx context.Context) (any, error) {
	redelivered, err := p.admin.RedeliverWebhook(ctx, p.webhook.ID,
		workplan.WebhookRedeliveryInput{Seq: &p.followed.Seq})
	if err != nil {
		return nil, err
	}
	return webhook(redelivered), nil
}

func (p *program) redeliverNothing(ctx context.Context) (any, error) {
	return p.admin.RedeliverWebhook(ctx, p.webhook.ID, workplan.WebhookRedeliveryInput{})
}

func (p *program) deleteWebhook(ctx context.Context) (any, error) {
	if err := p.admin.DeleteWebhook(ctx, p.webhook.ID); err != nil {
		return nil, err
	}
	return p.admin.GetWebhook(ctx, p.webhook.ID)
}
