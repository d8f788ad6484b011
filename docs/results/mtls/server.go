// HTTPS on 127.0.0.1, for clients with a certificate: server PORT KEY CERTIFICATE
// POST /hash answers the SHA-256 of the body; POST /unread answers without reading it.
package main

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
)

func main() {
	port, key, certificate := os.Args[1], os.Args[2], os.Args[3]
	pem, err := os.ReadFile(certificate)
	if err != nil {
		log.Fatal(err)
	}
	users := x509.NewCertPool()
	users.AppendCertsFromPEM(pem)
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodPost || r.URL.Path == "/unread" {
			io.WriteString(w, "unread")
			return
		}
		hash := sha256.New()
		io.Copy(hash, r.Body)
		fmt.Fprintf(w, "%x", hash.Sum(nil))
	})
	server := http.Server{
		Addr:      "127.0.0.1:" + port,
		TLSConfig: &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: users},
	}
	log.Fatal(server.ListenAndServeTLS(certificate, key))
}
