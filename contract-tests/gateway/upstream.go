// A service in ten lines: responds with what reaches it, and logs a line. `go run upstream.go <port>`
package main

import (
	"encoding/json"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		log.Println(r.Method, r.RequestURI)
		body, _ := io.ReadAll(r.Body)
		headers := [][2]string{{"Host", r.Host}}
		for name, values := range r.Header {
			for _, value := range values {
				headers = append(headers, [2]string{name, value})
			}
		}
		json.NewEncoder(w).Encode(map[string]any{"method": r.Method, "path": r.RequestURI, "headers": headers, "body": string(body)})
	})
	http.ListenAndServe("127.0.0.1:"+os.Args[1], nil)
}
