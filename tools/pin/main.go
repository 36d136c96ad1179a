// Command pin asks registries for the digests of the base images that files name, and writes them behind the tags. An
// image then is the same one for everybody, until the next release pins it again.
//
//	go -C tools run ./pin ../deploy/image/Containerfile ../deploy/compose/compose.yaml
//
// It pins lines of a Containerfile such as FROM golang:1.26, and of a Compose file such as image:
// docker.io/library/postgres:17. Nothing is written if one digest cannot be resolved.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"regexp"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// base is a line with a base image: what is before it, its reference with a tag, and the digest. Images of this
// repository have no tag, or a variable.
var base = regexp.MustCompile(`(?m)^(FROM |\s*image: )([\w./:-]+:[\w.-]+)(@sha256:[0-9a-f]{64})?`)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "usage: pin FILE…")
		os.Exit(2)
	}
	if err := pin(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pin:", err)
		os.Exit(1)
	}
}

// pin writes the digests into files.
func pin(ctx context.Context, files []string) error {
	pinned := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if !base.Match(text) {
			return fmt.Errorf("%s names no base image with a tag", file)
		}
		var failed error
		pinned[file] = base.ReplaceAllFunc(text, func(line []byte) []byte {
			part := base.FindSubmatch(line)
			digest, err := resolve(ctx, string(part[2]))
			if err != nil {
				failed = err
				return line
			}
			fmt.Printf("%s@%s\n", part[2], digest)
			return fmt.Appendf(nil, "%s%s@%s", part[1], part[2], digest)
		})
		if failed != nil {
			return failed
		}
	}
	for file, text := range pinned {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// resolve returns the digest that a tag has in its registry: that of the index of all platforms, if there is one.
func resolve(ctx context.Context, reference string) (string, error) {
	ref, err := name.ParseReference(reference)
	if err != nil {
		return "", err
	}
	// With Get, the digest is that of the content, and not what a header says.
	image, err := remote.Get(ref, remote.WithContext(ctx), remote.WithAuthFromKeychain(authn.DefaultKeychain))
	if err != nil {
		return "", err
	}
	return image.Digest.String(), nil
}
