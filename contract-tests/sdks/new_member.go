// Parses responses with the models of the generated modules.
// Argument: a JSON file with a list of {"name", "area", "model", "value"}. Prints the names of those that a model rejects.
package main

import (
	"encoding/json"
	"fmt"
	"os"

	backend "github.com/platform/backend"
	forum "github.com/platform/forum"
	notifications "github.com/platform/notifications"
	sso "github.com/platform/sso"
)

// models has the area and name of each model, as "forum.Post".
var models = map[string]func() any{
	/* models */
}

func main() {
	var cases []struct {
		Name, Area, Model string
		Value             json.RawMessage
	}
	text, err := os.ReadFile(os.Args[1])
	if err == nil {
		err = json.Unmarshal(text, &cases)
	}
	if err != nil {
		panic(err)
	}
	rejected := []string{}
	for _, one := range cases {
		if err := json.Unmarshal(one.Value, models[one.Area+"."+one.Model]()); err != nil {
			rejected = append(rejected, one.Name)
			fmt.Fprintln(os.Stderr, one.Name, err)
		}
	}
	output, _ := json.Marshal(rejected)
	fmt.Println(string(output))
}
