/** Responds to every webhook immediately. GET / returns the number of requests and of distinct events. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

let requests = 0;
let events = new Set<string>();

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify({ requests, events: events.size }));
    requests = 0;
    events = new Set();
    return;
  }
  requests += 1;
  events.add(String(request.headers['webhook-id']));
  request.resume().once('end', () => response.writeHead(204).end());
});
server.listen(0, '127.0.0.1', () =>
  console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
);
