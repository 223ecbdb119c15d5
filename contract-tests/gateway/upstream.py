"""A service in ten lines: responds with what reaches it, and logs a line. `python3 upstream.py <port>`"""
import json
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Notes(BaseHTTPRequestHandler):
    def respond(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
        seen = {"method": self.command, "path": self.path, "headers": self.headers.items(), "body": body}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(seen).encode())

    do_GET = do_POST = do_PUT = do_DELETE = do_OPTIONS = respond

ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Notes).serve_forever()
