/** Bare Fastify: nothing but a route, and one that answers as many bytes as it is told. */
import type { AddressInfo } from 'node:net';
import Fastify from 'fastify';

const bytes = Buffer.from(JSON.stringify({ filler: 'x'.repeat(Number(process.argv[2] ?? 0)) }));
const app = Fastify({ logger: false });
app.get('/hello', async () => ({ ok: true }));
app.get('/bytes', async (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes));
await app.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ url: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` }));
