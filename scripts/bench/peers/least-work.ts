/**
 * Bare Fastify that does only the work that a measured request cannot do without, with the platform's libraries and without its
 * rules: the lower bound of the cost of any server on these libraries.
 *
 * - `GET /proof`: verifies the signature of a DPoP proof and stores its hash, once, in batches.
 * - `POST /tokens`: the same, three more statements, two RS256 signatures.
 * - `GET /stream`: an event stream that stays open.
 */
import { generateKeyPairSync, hash, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { setEd25519Verification, verifyEd25519 } from '../../../src/protocol/ed25519.node.ts';
import { createBatchWriter } from '../../../src/runtime/batch-writer.ts';
import { loadSodium } from '../../../src/runtime/sodium.ts';

const [databaseUrl, publicKeyText = ''] = process.argv.slice(2);
const publicKey = Buffer.from(publicKeyText, 'base64url');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signRs256 = promisify(sign);
const claims = Buffer.alloc(500, 'x');
setEd25519Verification(loadSodium()?.verify);

const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
if (databaseUrl !== undefined)
  await pool.query(
    'create table if not exists used (id text primary key); create table if not exists issued (id text primary key)',
  );

const store = createBatchWriter(async (ids: readonly string[]) => {
  const text = 'insert into used select unnest($1::text[]) on conflict do nothing returning id';
  const { rows } = await pool.query<{ id: string }>({ name: 'use', text, values: [ids] });
  const stored = new Set(rows.map(({ id }) => id));
  return ids.map((id) => stored.delete(id));
});

/** @returns a name of the proof */
async function acceptProof({ headers }: FastifyRequest): Promise<string> {
  const [header = '', payload = '', signature = ''] = String(headers['dpop']).split('.');
  if (!verifyEd25519(publicKey, Buffer.from(`${header}.${payload}`), Buffer.from(signature, 'base64url')))
    throw new Error('The signature of the proof is not valid.');
  const id = hash('sha256', payload, 'base64url');
  if (!(await store(id))) throw new Error('The proof was used before.');
  return id;
}

const select = { name: 'select', text: 'select id from issued where id = $1' };
const insert = { name: 'insert', text: 'insert into issued values ($1)' };

async function issueTokens(request: FastifyRequest): Promise<{ readonly tokens: readonly string[] }> {
  const id = await acceptProof(request);
  await pool.query({ ...select, values: [id] });
  await pool.query({ ...insert, values: [`code ${id}`] });
  const tokens = await Promise.all([1, 2].map(() => signRs256('RSA-SHA256', claims, privateKey)));
  await pool.query({ ...insert, values: [id] });
  return { tokens: tokens.map((token) => token.toString('base64url')) };
}

const server = Fastify({ logger: false });
server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
  done(null, body),
);
server.get('/proof', (request) => acceptProof(request).then((id) => ({ id })));
server.post('/tokens', (request) => issueTokens(request));
server.get('/stream', (_request, reply) => {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' }).write(': open\n\n');
});
await server.listen({ host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ url: `http://127.0.0.1:${(server.server.address() as AddressInfo).port}` }));
