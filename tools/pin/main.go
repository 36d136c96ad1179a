// Command pin writes the digests of base images into the files that name them, so that a build or a start takes the bytes that
// were there when the release was made. It asks the registries. An image that has a digest gets that of its tag today.
//
//	go -C tools run ./pin ../deploy/image/Containerfile ../deploy/compose/compose.yaml
package main

import (
	"fmt"
	"os"
	"regexp"

	"github.com/google/go-containerregistry/pkg/authn"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"
)

// base is a line of a Containerfile or of a Compose file that names an image of a registry with a tag. An image that is
// built here has no tag.
var base = regexp.MustCompile(`(?m)^(FROM +|[ \t]+image: +)([a-z0-9][\w.:/-]*:[\w.-]+)(@sha256:[0-9a-f]{64})?( .*)?$`)

func main() {
	if len(os.Args) < 2 {
		fmt.Fprintln(os.Stderr, "pin: give the files that name images")
		os.Exit(2)
	}
	if err := pin(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pin:", err)
		os.Exit(1)
	}
}

// pin pins the images of all files. It changes no file if the digest of any image is unknown.
func pin(files []string) error {
	pinned := map[string][]byte{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		found := 0
		pinned[file] = base.ReplaceAllFunc(text, func(line []byte) []byte {
			found++
			m := base.FindSubmatch(line)
			digest, failed := resolve(string(m[2]))
			if failed != nil {
				err = failed
				return line
			}
			return fmt.Appendf(nil, "%s%s@%s%s", m[1], m[2], digest, m[4])
		})
		if err != nil {
			return err
		}
		if found == 0 {
			return fmt.Errorf("%s names no image with a tag", file)
		}
	}
	for file, text := range pinned {
		if err := os.WriteFile(file, text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// resolve returns the digest of an image for all its platforms.
func resolve(image string) (string, error) {
	ref, err := name.ParseReference(image)
	if err != nil {
		return "", err
	}
	d, err := remote.Head(ref, remote.WithAuthFromKeychain(authn.DefaultKeychain))
	if err != nil {
		return "", fmt.Errorf("the digest of %s: %w", image, err)
	}
	return d.Digest.String(), nil
}
