package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
)

// completions are the scripts by shell. Each script asks the hidden command complete for
// the candidates, so that it is never out of date.
var completions = map[string]string{
	"bash": `_workplan() {
  local IFS=$'\n'
  COMPREPLY=($(workplan complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _workplan workplan
`,
	"zsh": `#compdef workplan
_workplan() {
  local -a candidates
  candidates=("${(@f)$(workplan complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ -n "$candidates" ]]; then compadd -a candidates; else _files; fi
}
compdef _workplan workplan
`,
	"fish": `complete -c workplan -a '(workplan complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
`,
}

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help is the rest of the help text.
func (completionCmd) Help() string {
	return `Load the script where the shell starts. Examples:

    echo 'source <(workplan completion bash)' >> ~/.bashrc
    echo 'source <(workplan completion zsh)' >> ~/.zshrc
    workplan completion fish > ~/.config/fish/completions/workplan.fish`
}

// Run prints the script.
func (c *completionCmd) Run(std streams) error {
	_, err := fmt.Fprint(std.out, completions[c.Shell])
	return err
}

type completeCmd struct {
	Words []string `arg:"" optional:"" passthrough:""`
}

// Run prints the candidates for the last word, one on a line.
func (c *completeCmd) Run(current *kong.Context, std streams) error {
	words := slices.DeleteFunc(c.Words, func(w string) bool { return w == "--" })
	for _, candidate := range candidates(current.Model.Node, words) {
		fmt.Fprintln(std.out, candidate)
	}
	return nil
}

// candidates returns the commands, flags or values that complete the last word. It
// returns none if the word can be any text or a file.
func candidates(node *kong.Node, words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	flags := slices.Clone(node.Flags)
	var expecting *kong.Flag // the flag that takes the next word as its value
	for _, word := range words[:len(words)-1] {
		expecting = nil
		for _, flag := range flags {
			if word == "--"+flag.Name && !flag.IsBool() {
				expecting = flag
			}
		}
		for _, child := range node.Children {
			if child.Name == word {
				node, flags = child, append(flags, child.Flags...)
			}
		}
	}
	var all []string
	switch {
	case expecting != nil:
		all = enum(expecting.Value)
	case strings.HasPrefix(last, "-"):
		for _, flag := range flags {
			all = append(all, "--"+flag.Name)
		}
	default:
		for _, child := range node.Children {
			if !child.Hidden {
				all = append(all, child.Name)
			}
		}
		for _, argument := range node.Positional {
			all = append(all, enum(argument)...)
		}
	}
	return slices.DeleteFunc(all, func(s string) bool { return !strings.HasPrefix(s, last) })
}

func enum(v *kong.Value) []string {
	if v.Enum == "" {
		return nil
	}
	return strings.Split(v.Enum, ",")
}
