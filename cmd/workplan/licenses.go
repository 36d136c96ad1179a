package main

import (
	"bytes"
	"compress/gzip"
	"io"

	"github.com/workplan-api/workplan/gen/licenses"
)

type licensesCmd struct{}

// Help is the rest of the help text.
func (licensesCmd) Help() string {
	return "It prints the licence of Workplan, and those of the Go modules and of the npm packages of the web app " +
		"that the program contains. Packages and images have the same text in /usr/share/doc/workplan/copyright.\n\n" +
		"Examples:\n\n    workplan licenses"
}

// Run prints the licences.
func (licensesCmd) Run(std streams) error {
	text, err := gzip.NewReader(bytes.NewReader(licenses.Compressed))
	if err != nil {
		return err
	}
	_, err = io.Copy(std.out, text)
	return err
}
