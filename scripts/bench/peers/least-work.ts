/**
 * Bare Fastify that does only the work that a measured request cannot do without, with the platform's libraries and without its
 * rules: the lower bound of the cost of any server on these libraries.
 *
 * - `GET /proof`: what RFC 9449 demands of a protected resource: the checks of a proof (§4.3), the token that is bound to its key
 *   (§7.1), and its identifier stored once (§11.1), in batches; with REDIS_URL in Redis.
 * - `POST /tokens`: the same, three more statements, two RS256 signatures.
 * - `POST /refresh`: the same with two statements, which read a refresh token and replace it once.
 * - A sign-in before its tokens: `GET /authorize` stores a request, `GET /requests/{id}` and `POST /requests/{id}` show and approve
 *   it with a proof each, `POST /poll` reads its code; one statement each beside the proofs. Each has what no provider can leave
 *   out: the application with its redirect URI (RFC 6749 §3.1.2.3, §4.1.1), what its code is bound to (RFC 6749 §4.1.2, RFC 7636
 *   §4.4, RFC 9449 §10, OpenID Connect Core §3.1.2.1 with the nonce), and who approves it, and when (RFC 6749 §3.1, OpenID Connect
 *   Core §2 with auth_time). An audit, the reuse of challenges, sessions and the last use of a device are not demanded.
 *
 * With PROCESSES, as many processes of node:cluster share the port.
 */
import cluster from 'node:cluster';
import { once } from 'node:events';
import { generateKeyPairSync, hash, randomBytes, sign } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import Fastify, { type FastifyRequest } from 'fastify';
import pg from 'pg';
import { createClient } from '@redis/client';
import { setEd25519Verification, verifyEd25519 } from '../../../src/protocol/ed25519.node.ts';
import { createBatchWriter } from '../../../src/runtime/database/batch-writer.ts';
import { loadSodium } from '../../../src/runtime/start/ed25519-key-pair.ts';

const [databaseUrl, publicKeyText = ''] = process.argv.slice(2);
const publicKey = Buffer.from(publicKeyText, 'base64url');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const signRs256 = promisify(sign);
const claims = Buffer.alloc(500, 'x');
setEd25519Verification(loadSodium()?.verify);

const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });

const redisUrl = process.env['REDIS_URL'];
// The client's timeout for each command would cost a signal and, later, an exception.
const redis = redisUrl === undefined ? undefined : createClient({ url: redisUrl, commandOptions: { timeout: 0 } });
await redis?.connect();

const storeInPostgres = createBatchWriter(async (ids: readonly string[]) => {
  const text = 'insert into used select unnest($1::text[]) on conflict do nothing returning id';
  const { rows } = await pool.query<{ id: string }>({ name: 'use', text, values: [ids] });
  const stored = new Set(rows.map(({ id }) => id));
  return ids.map((id) => stored.delete(id));
});

/** Stores the name of a proof. @returns whether it was not stored before */
async function store(id: string): Promise<boolean> {
  if (redis === undefined) return storeInPostgres(id);
  const reply: unknown = await redis.sendCommand(['SET', id, '', 'EX', String(2 * proofLifetime), 'NX']);
  return reply === 'OK';
}

/** Seconds for which a proof is accepted, and stored. */
const proofLifetime = 60;

/** What a proof and its request say of each other. */
interface ProofClaims {
  readonly htm: string;
  readonly htu: string;
  readonly iat: number;
  readonly jti: string;
  readonly ath?: string;
}

/** Reads a header of a proof (RFC 9449 §4.3, checks 4, 5 and 7), once for all proofs of a key. @returns its thumbprint */
const acceptHeader = remembering((encoded) => {
  const { typ, alg, jwk } = JSON.parse(Buffer.from(encoded, 'base64url').toString());
  if (typ !== 'dpop+jwt' || alg !== 'EdDSA' || jwk.x !== publicKeyText || 'd' in jwk)
    throw new Error('The header of the proof is not accepted.');
  return sha256(JSON.stringify({ crv: jwk.crv, kty: jwk.kty, x: jwk.x }));
});

/**
 * Reads an access token by its hash. Its signature is verified once for many requests, so that it costs nothing of one and is
 * left out here; its time and key are compared for each.
 */
const acceptToken = remembering((_hash, token): { readonly exp: number; readonly cnf: { readonly jkt: string } } =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
);

function remembering<Value>(read: (key: string, text: string) => Value): (key: string, text?: string) => Value {
  const known = new Map<string, Value>();
  return (key, text = key) => {
    const value = known.get(key) ?? read(key, text);
    known.set(key, value);
    return value;
  };
}

/** Verifies a proof (RFC 9449 §4.3) and uses it up (§11.1). @returns a name of the proof */
async function acceptProof({ method, url, headers }: FastifyRequest): Promise<string> {
  // Two headers with a proof are one with more segments (check 1).
  const [header = '', payload = '', signature = '', ...more] = String(headers['dpop']).split('.');
  const jkt = acceptHeader(header);
  const bytes = Buffer.from(signature, 'base64url');
  if (more.length > 0 || !verifyEd25519(publicKey, Buffer.from(`${header}.${payload}`), bytes))
    throw new Error('The signature of the proof is not valid.');
  const { htm, htu, iat, jti, ath }: ProofClaims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const now = Date.now() / 1000;
  const isOfRequest = htm === method && htu === `http://${headers.host}${url}` && Math.abs(now - iat) <= proofLifetime;
  if (!isOfRequest || typeof jti !== 'string') throw new Error('The proof is not of this request.');
  if (headers.authorization !== undefined) checkToken(headers.authorization.slice('DPoP '.length), { jkt, ath, now });
  const id = sha256(`${jkt} ${jti}`);
  if (!(await store(id))) throw new Error('The proof was used before.');
  return id;
}

/** Compares a token with the proof that presents it (check 12, and §7.1). */
function checkToken(
  token: string,
  proof: { readonly jkt: string; readonly ath: string | undefined; now: number },
): void {
  const hash = sha256(token);
  const { exp, cnf } = acceptToken(hash, token);
  if (proof.ath !== hash || cnf.jkt !== proof.jkt || exp <= proof.now)
    throw new Error('The access token is not valid for the proof.');
}

const select = { name: 'select', text: 'select id from issued where id = $1' };
const insert = { name: 'insert', text: 'insert into issued values ($1)' };

interface Tokens {
  readonly tokens: readonly string[];
  readonly refresh_token: string;
}

async function signTokens(): Promise<readonly string[]> {
  const tokens = await Promise.all([1, 2].map(() => signRs256('RSA-SHA256', claims, privateKey)));
  return tokens.map((token) => token.toString('base64url'));
}

async function issueTokens(request: FastifyRequest): Promise<Tokens> {
  const id = await acceptProof(request);
  await pool.query({ ...select, values: [id] });
  await pool.query({ ...insert, values: [`code ${id}`] });
  const tokens = await signTokens();
  await pool.query({ ...insert, values: [id] });
  return { tokens, refresh_token: id };
}

const replace = {
  name: 'replace',
  text: `with spent as (update issued set spent = true where id = $1 and not spent returning id)
    insert into issued select $2 from spent returning id`,
};

async function refreshTokens(request: FastifyRequest<{ Body: string }>): Promise<Tokens> {
  const token = new URLSearchParams(request.body).get('refresh_token');
  const { rowCount: known } = await pool.query({ ...select, values: [token] });
  const id = await acceptProof(request);
  const { rowCount: replaced } = await pool.query({ ...replace, values: [token, id] });
  if (known === 0 || replaced === 0) throw new Error('The refresh token is not valid.');
  return { tokens: await signTokens(), refresh_token: id };
}

async function authorize(): Promise<{ readonly id: string; readonly polling_code: string }> {
  const [id, code] = [randomSecret(), randomSecret()];
  const text = `insert into asked (id, polling_code, client, redirect_uri, challenge, nonce, jkt, expires_at)
    select $1, $2, id, redirect_uri, $4, $5, $6, now() + interval '10 minutes' from clients where id = $3
    returning id`;
  const values = [sha256(id), sha256(code), 'client', sha256('verifier'), 'nonce', publicKeyText];
  const { rowCount } = await pool.query({ name: 'ask', text, values });
  if (rowCount !== 1) throw new Error('The application is not known.');
  return { id, polling_code: code };
}

type RequestById = FastifyRequest<{ Params: { readonly id: string } }>;

async function showRequest(request: RequestById): Promise<unknown> {
  await acceptProof(request);
  const text = `select asked.id, asked.client, asked.redirect_uri, asked.jkt, devices.owner from asked, devices
    where asked.id = $1 and devices.jkt = $2`;
  return (await pool.query({ name: 'show', text, values: [sha256(request.params.id), publicKeyText] })).rows[0];
}

async function approve(request: RequestById): Promise<unknown> {
  await acceptProof(request);
  const text = `update asked set code = $2, owner = devices.owner, approved_at = now() from devices
    where id = $1 and code is null and expires_at > now() and devices.jkt = $3 returning id`;
  const values = [sha256(request.params.id), sha256(randomSecret()), publicKeyText];
  return (await pool.query({ name: 'approve', text, values })).rows[0];
}

type PollRequest = FastifyRequest<{ Body: { readonly polling_code: string } }>;

async function poll({ body }: PollRequest): Promise<unknown> {
  const text = 'select code from asked where polling_code = $1';
  return (await pool.query({ name: 'poll', text, values: [sha256(body.polling_code)] })).rows[0];
}

const randomSecret = () => randomBytes(32).toString('base64url');
const sha256 = (text: string) => hash('sha256', text, 'base64url');

const processes = Number(process.env['PROCESSES'] ?? 1);
if (cluster.isPrimary)
  await pool.query(
    `create table if not exists used (id text primary key);
     create table if not exists issued (id text primary key, spent boolean not null default false);
     create table if not exists clients (id text primary key, redirect_uri text not null);
     insert into clients values ('client', 'http://127.0.0.1/callback') on conflict do nothing;
     create table if not exists devices (jkt text primary key, owner text not null);
     insert into devices values ('${publicKeyText}', 'person') on conflict do nothing;
     create table if not exists asked (
       id text primary key, polling_code text not null unique, client text not null, redirect_uri text not null,
       challenge text not null, nonce text not null, jkt text not null, expires_at timestamptz not null,
       owner text, approved_at timestamptz, code text)`,
  );
const url = cluster.isPrimary && processes > 1 ? await startWorkers() : await listen();
if (cluster.isPrimary) console.log(JSON.stringify({ url }));

/** Starts the processes. @returns their common address */
async function startWorkers(): Promise<string> {
  const workers = Array.from({ length: processes }, () => cluster.fork());
  const listening = await Promise.all(workers.map((worker) => once(worker, 'listening')));
  return urlOf(listening[0]?.[0] as { readonly port: number });
}

async function listen(): Promise<string> {
  const server = Fastify({ logger: false });
  server.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
    done(null, body),
  );
  server.get('/proof', (request) => acceptProof(request).then((id) => ({ id })));
  server.post('/tokens', (request) => issueTokens(request));
  server.post<{ Body: string }>('/refresh', (request) => refreshTokens(request));
  server.get('/authorize', () => authorize());
  server.get('/requests/:id', (request: RequestById) => showRequest(request));
  server.post('/requests/:id', (request: RequestById) => approve(request));
  server.post('/poll', (request: PollRequest) => poll(request));
  await server.listen({ host: '127.0.0.1', port: 0 });
  return urlOf(server.server.address() as AddressInfo);
}

function urlOf({ port }: { readonly port: number }): string {
  return `http://127.0.0.1:${port}`;
}
