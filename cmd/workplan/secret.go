package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"
)

// secretTag marks a flag whose value must not be shown. Such a flag is a string with a
// variable, such as DATABASE_URL. It can also be read from a file: addFileFlags adds
// --database-url-file and DATABASE_URL_FILE, and readSecrets reads the file.
const secretTag = "secret"

func isSecret(f *kong.Flag) bool { return f.Tag.Has(secretTag) }

// addFileFlags adds to each secret flag of all commands, as the next flag, the one that
// names its file.
func addFileFlags(k *kong.Kong) error {
	return kong.Visit(k.Model, func(visited kong.Visitable, next kong.Next) error {
		if command, ok := visited.(*kong.Node); ok {
			command.Flags = withFileFlags(command.Flags)
		}
		return next(nil)
	})
}

func withFileFlags(flags []*kong.Flag) (all []*kong.Flag) {
	for _, flag := range flags {
		all = append(all, flag)
		if isSecret(flag) {
			all = append(all, fileFlag(flag))
		}
	}
	return all
}

func fileFlag(secret *kong.Flag) *kong.Flag {
	help, variables := fmt.Sprintf("A file with the value of %s, instead of the value.", secret.Envs[0]),
		[]string{secret.Envs[0] + "_FILE"}
	flag := &kong.Flag{
		Value: &kong.Value{
			Name: secret.Name + "-file", Help: help, OrigHelp: help, Mapper: secret.Mapper,
			Target: reflect.New(secret.Target.Type()).Elem(), DefaultValue: reflect.Zero(secret.Target.Type()),
			Tag: &kong.Tag{Envs: variables},
		},
		PlaceHolder: "FILE", Envs: variables,
	}
	flag.Value.Flag = flag
	return flag
}

// readSecrets sets the secret flags of a command for which a file is given. White space at
// both ends of the content is removed. It returns an error for each one that it cannot set,
// and the variables of these.
func readSecrets(command *kong.Context) (errs []error, variables []string) {
	flags := command.Flags()
	for i, flag := range flags {
		if !isSecret(flag) {
			continue
		}
		before, file, name := len(errs), flags[i+1].Target.String(), flags[i+1].Envs[0]
		switch {
		case file == "":
		case flag.Target.String() != "":
			errs = append(errs, fmt.Errorf("both %s and %s are set: unset one of them", flag.Envs[0], name))
		default:
			content, err := os.ReadFile(file)
			value := strings.TrimSpace(string(content))
			switch {
			case err != nil:
				errs = append(errs, unreadable(name, file, err))
			case value == "":
				errs = append(errs, fmt.Errorf("%s: %s is empty%s", name, file, origin(file)))
			}
			flag.Target.SetString(value)
		}
		if len(errs) > before {
			variables = append(variables, flag.Envs[0])
		}
	}
	return errs, variables
}

// unreadable returns the error for the file of a secret that cannot be read. It repeats the name of the file only if
// that is an absolute path: else it may be the secret itself, in the wrong variable.
func unreadable(name, file string, err error) error {
	var reason *fs.PathError
	if filepath.IsAbs(file) || !errors.As(err, &reason) {
		return fmt.Errorf("%s: %w%s", name, err, origin(file))
	}
	return fmt.Errorf("%s: %w: it must be the path of a file with the secret, and is not shown, because it may be the "+
		"secret itself", name, reason.Err)
}

// origin says which file to edit if systemd has made a copy of it for the service, see deploy/systemd.
func origin(file string) string {
	if folder := os.Getenv("CREDENTIALS_DIRECTORY"); folder == "" || filepath.Dir(file) != filepath.Clean(folder) {
		return ""
	}
	return fmt.Sprintf(": it is the copy of /etc/workplan/%s that systemd has made: correct that file and run "+
		"`systemctl restart workplan`", filepath.Base(file))
}

var (
	// databaseAddress matches the address of a database, which may contain a password.
	databaseAddress = regexp.MustCompile(`\S*(://|password=)\S*`)
	// credential matches an API key, a token, and the secret of a webhook.
	credential = regexp.MustCompile(`(wp[cks]_|whsec_)[\w+/=-]+`)
)

// withoutSecrets returns the text of an error about the command line without what may be secret in it.
func withoutSecrets(text string) string {
	return credential.ReplaceAllString(databaseAddress.ReplaceAllString(text, "(the address of a database)"), "$1***")
}
