/** Bare Fastify with two routes: a greeting, and a repetition of a given response with headers, or of a given size. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

const [size = '0', recorded = '{}'] = process.argv.slice(2);
const bytes = Buffer.from(JSON.stringify({ filler: 'x'.repeat(Number(size)) }));
const { status = 200, headers = {}, body = '' } = JSON.parse(recorded);
const app = Fastify({ logger: false });
app.get('/hello', async () => ({ ok: true }));
app.get('/same', async (_request, reply) =>
  reply
    .code(status)
    .headers(headers)
    .send(body ?? bytes),
);
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }));
