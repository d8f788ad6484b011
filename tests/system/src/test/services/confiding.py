"""A service that is no JVM, and shows in its log all that it knows: confiding.py PORT TOKEN."""

import http.server
import json
import os
import sys

print(*(f"{name}={os.environ.get(name)}" for name in ("KEY", "PEM", "ODD", "OTHER")), sep="\n")


class Confiding(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.respond(json.dumps({"token": f"{sys.argv[2]}-{os.getpid()}"}))

    def do_POST(self):
        content = self.rfile.read(int(self.headers["Content-Length"])).decode()
        print(self.path, self.headers["Authorization"], content, file=sys.stderr)
        self.respond("right")

    def respond(self, text):
        self.send_response(200)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text.encode())


http.server.ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Confiding).serve_forever()
