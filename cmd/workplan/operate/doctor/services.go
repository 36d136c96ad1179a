package doctor

import (
	"context"
	"fmt"

	"github.com/coreos/go-oidc/v3/oidc"

	"github.com/workplan-api/workplan/internal/tracing"
)

// Issuer asks the identity provider for its description, as the first sign-in does.
func Issuer(ctx context.Context, address string) Finding {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	if _, err := oidc.NewProvider(ctx, address); err != nil {
		return Finding{"identity provider", Warn,
			fmt.Sprintf("nobody can sign in with OIDC_ISSUER (%s): %s", address, err)}
	}
	return Finding{"identity provider", OK, address + " describes itself"}
}

// Collector sends a span to the collector of traces.
func Collector(ctx context.Context, provider *tracing.Provider) Finding {
	ctx, cancel := context.WithTimeout(ctx, checkTimeout)
	defer cancel()
	_, span := tracing.Tracer(provider).Start(ctx, "workplan doctor")
	span.End()
	if err := provider.ForceFlush(ctx); err != nil {
		return Finding{"traces", Warn, fmt.Sprintf("the collector of traces has not taken a span: %s", err)}
	}
	return Finding{"traces", OK, "the collector of traces has taken a span, if the sampler has chosen it"}
}
