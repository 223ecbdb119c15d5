import { generateKeyPairSync, type KeyObject, randomUUID, sign, verify } from 'node:crypto';
import { type Owner, startSignIn } from '../../contract-tests/fixtures/identity.ts';
import { signDpopProof } from '../../src/protocol/dpop-proof.ts';
import { createSsoClient, type SsoApiClient } from '../../generated/sso/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import type { Request } from './load.ts';
import type { TestKey } from '../../contract-tests/fixtures/protocol/keys.ts';

/**
 * Signs many DPoP proofs in advance, so that signing uses no processor time during a measurement.
 */
export async function makeProofs(
  count: number,
  key: TestKey,
  { method, url, accessToken }: { readonly method: string; readonly url: string; readonly accessToken?: string },
): Promise<readonly string[]> {
  const now = Math.floor(Date.now() / 1000);
  const proofs: string[] = [];
  for (let index = 0; index < count; index++) {
    proofs.push(
      await signDpopProof({
        htm: method,
        htu: url,
        jwk: key.publicJwk,
        sign: key.privateKey,
        now,
        jti: randomUUID(),
        accessToken,
      }),
    );
  }
  return proofs;
}

/** Creates request headers with the token and a unique proof each. */
export async function signedHeaders(
  count: number,
  key: TestKey,
  request: { readonly method: string; readonly url: string; readonly accessToken: string },
): Promise<(index: number) => Readonly<Record<string, string>>> {
  const authorization = `DPoP ${request.accessToken}`;
  const proofs = await makeProofs(count, key, request);
  return (index) => ({ authorization, dpop: proofs[index] ?? '' });
}

/** An authorization code with the form that redeems it. */
export type CodeGrant = string;

/** Creates approved authorization codes that are bound to one key. */
export async function approvedCodes(
  count: number,
  { ssoUrl, clientId, jkt, owner }: { ssoUrl: string; clientId: string; jkt: string; owner: Owner },
): Promise<readonly CodeGrant[]> {
  const sso = createSsoClient({ baseUrl: ssoUrl });
  const grants: CodeGrant[] = [];
  const worker = async () => {
    while (grants.length < count) grants.push(await approvedCode(sso, { clientId, jkt, owner }));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return grants.slice(0, count);
}

async function approvedCode(
  sso: SsoApiClient,
  { clientId, jkt, owner }: { clientId: string; jkt: string; owner: Owner },
): Promise<CodeGrant> {
  const { deepLink, pollingCode, verifier } = await startSignIn(sso, { clientId, jkt });
  const path = { requestId: deepLink.split('/').at(-1) ?? '' };
  unwrap(await owner.sso.decideAuthorizationRequest({ path, body: { decision: 'approve', clientId, dpopJkt: jkt } }));
  const polled = unwrap(await sso.pollAuthorization({ body: { polling_code: pollingCode } }));
  return new URLSearchParams({
    grant_type: 'authorization_code',
    code: polled.authorization_code ?? '',
    client_id: clientId,
    code_verifier: verifier,
  }).toString();
}

const message = Buffer.alloc(500, 'x');
const repetitions = 300;

/** Measures and formats the time of one Ed25519 verification. */
export function ed25519VerificationCost(): string {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const signature = sign(null, message, privateKey);
  return cost(() => verify(null, message, publicKey, signature));
}

/** Measures and formats the time of one RS256 signature with a 2048-bit key. */
export function rs256SignatureCost(): string {
  const { privateKey }: { privateKey: KeyObject } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return cost(() => sign('RSA-SHA256', message, privateKey));
}

/** Average processor time of one run, microseconds. */
function cost(run: () => unknown): string {
  run();
  const before = process.cpuUsage();
  for (let index = 0; index < repetitions; index++) run();
  const { user, system } = process.cpuUsage(before);
  return `${Math.round((user + system) / repetitions)} µs`;
}

const accept = 'application/json, text/event-stream';

/** Revisions of the Model Context Protocol: what a message and its headers have. */
export const mcpRevisions = {
  '2025-11-25': { meta: undefined, headers: () => ({ 'mcp-protocol-version': '2025-11-25' }) },
  '2026-07-28': {
    meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': {},
    },
    headers: (tool: string) => ({
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/call',
      'mcp-name': tool,
    }),
  },
} as const;

/** Creates the request that calls a tool. */
export function toolCall(
  revision: keyof typeof mcpRevisions,
  name: string,
  parameters: Readonly<Record<string, unknown>>,
): Request & { readonly method: 'POST'; readonly body: string } {
  const { meta, headers } = mcpRevisions[revision];
  const params = { name, arguments: parameters, ...(meta && { _meta: meta }) };
  return {
    method: 'POST',
    path: '/mcp',
    headers: { accept, 'content-type': 'application/json', ...headers(name) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}
