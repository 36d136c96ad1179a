package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// cpuModel is the name of the processor, after a comma, or empty if the system does not say.
func cpuModel() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	if m := regexp.MustCompile(`(?m)^model name\s*: (.+)$`).FindSubmatch(text); m != nil {
		return ", " + string(m[1])
	}
	return ""
}

// memorySize is the memory of the machine, after a comma, or empty if the system does not say.
func memorySize() string {
	text, _ := os.ReadFile("/proc/meminfo")
	m := regexp.MustCompile(`MemTotal:\s+(\d+) kB`).FindSubmatch(text)
	if m == nil {
		return ""
	}
	kib, _ := strconv.Atoi(string(m[1]))
	return fmt.Sprintf(", %d GiB", (kib+1<<19)>>20)
}

// contestantVersions are the versions of what the other contestants are made of, from their lock files.
func contestantVersions(root string) (list []string) {
	folder := filepath.Join(root, "tools", "bench", "contestants")
	for _, module := range []struct{ folder, path, name string }{
		{"gin-gorm", "github.com/gin-gonic/gin", "Gin"}, {"gin-gorm", "gorm.io/gorm", "GORM"},
		{"pocketbase", "github.com/pocketbase/pocketbase", "PocketBase"},
	} {
		text, _ := os.ReadFile(filepath.Join(folder, module.folder, "go.mod"))
		if _, after, ok := strings.Cut(string(text), module.path+" v"); ok {
			version, _, _ := strings.Cut(after, "\n")
			list = append(list, module.name+" "+version)
		}
	}
	var manifest struct{ Dependencies map[string]string }
	text, _ := os.ReadFile(filepath.Join(folder, "fastify-drizzle", "package.json"))
	if json.Unmarshal(text, &manifest) == nil {
		for _, name := range []struct{ path, name string }{{"fastify", "Fastify"}, {"drizzle-orm", "Drizzle"},
			{"pg", "node-postgres"}} {
			list = append(list, name.name+" "+manifest.Dependencies[name.path])
		}
	}
	return list
}
