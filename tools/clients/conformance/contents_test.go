package main

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestContents runs clients/contents, which checks the files of a package.
func TestContents(t *testing.T) {
	for _, test := range []struct {
		name, files, want string
	}{
		{"what it should have", "package/\npackage/LICENSE\npackage/a.js\npackage/b.js\n", ""},
		{"a file that it should not have", "package/LICENSE\npackage/a.js\npackage/.env\n",
			"should not have:\npackage/.env\n"},
		{"a missing file", "package/a.js\n", "no file that matches package/LICENSE"},
		{"nothing", "", "no file that matches package/LICENSE"},
	} {
		t.Run(test.name, func(t *testing.T) {
			cmd := exec.Command("../../../clients/contents", "package/LICENSE", `package/[a-z]+\.js`)
			cmd.Stdin = strings.NewReader(test.files)
			out, err := cmd.CombinedOutput()
			if (err != nil) != (test.want != "") || !strings.Contains(string(out), test.want) {
				t.Errorf("%v: %s", err, out)
			}
		})
	}
}

// TestMetadata compares what the packages say about themselves.
func TestMetadata(t *testing.T) {
	read := func(path string) []byte {
		t.Helper()
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	var npm struct {
		Name, Version, Description, License string
		Repository                          struct{ URL, Directory string }
		Exports                             map[string]struct{ Types string }
	}
	if err := json.Unmarshal(read("../../../clients/typescript/package.json"), &npm); err != nil {
		t.Fatal(err)
	}
	var pom struct {
		GroupID     string `xml:"groupId"`
		ArtifactID  string `xml:"artifactId"`
		Version     string `xml:"version"`
		Description string `xml:"description"`
		License     string `xml:"licenses>license>name"`
		Developer   string `xml:"developers>developer>name"`
		Source      string `xml:"scm>url"`
	}
	if err := xml.Unmarshal(read("../../../clients/java/pom.xml"), &pom); err != nil {
		t.Fatal(err)
	}
	python := read("../../../clients/python/pyproject.toml")
	field := func(name string) string {
		m := regexp.MustCompile(`(?m)^` + name + ` = "(.*)"$`).FindSubmatch(python)
		if m == nil {
			t.Fatalf("pyproject.toml has no %s", name)
		}
		return string(m[1])
	}
	const source = "https://github.com/workplan-api/workplan"
	for what, is := range map[string][2]string{
		"the name in package.json": {npm.Name, "@workplan-api/client"},
		"the name in pom.xml": {pom.GroupID + ":" + pom.ArtifactID,
			"io.github.workplan-api:workplan-client"},
		"the name in pyproject.toml":    {field("name"), "workplan-client"},
		"the version in pom.xml":        {pom.Version, npm.Version},
		"the version in pyproject.toml": {field("version"), npm.Version},
		"the licence in package.json":   {npm.License, "Apache-2.0"},
		"the licence in pom.xml":        {pom.License, "Apache-2.0"},
		"the licence in pyproject.toml": {field("license"), "Apache-2.0"},
		"the repository in package.json": {npm.Repository.URL + " " + npm.Repository.Directory,
			"git+" + source + ".git clients/typescript"},
		"the repository in pom.xml":         {pom.Source, source},
		"the repository in pyproject.toml":  {field("Repository"), source},
		"the types of REST in package.json": {npm.Exports["."].Types, "./dist/index.d.ts"},
		"the types of gRPC in package.json": {npm.Exports["./grpc"].Types, "./dist/grpc.d.ts"},
	} {
		if is[0] != is[1] {
			t.Errorf("%s is %q, want %q", what, is[0], is[1])
		}
	}
	for what, text := range map[string]string{
		"package.json": npm.Description, "pom.xml": pom.Description, "pyproject.toml": field("description"),
		"the developer in pom.xml": pom.Developer,
	} {
		if text == "" {
			t.Errorf("%s has no description", what)
		}
	}
	if !strings.Contains(string(read("../../../clients/java/README.md")), "<version>"+pom.Version+"</version>") {
		t.Errorf("the README of the Java client does not have the version %s", pom.Version)
	}
}
