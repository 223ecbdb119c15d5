import { signDpopProof } from '../../src/protocol/dpop-proof.ts';
import { type BoundSession, noBoundSession } from '../shared/owner-session/bound-session.ts';
import type { CommandHost } from '../shared/host.ts';
import { Failure } from '../shared/failure.ts';
import { isLoopback } from '../shared/provider/provider.ts';
import type { AgentSignatureFields } from '../../src/protocol/web-bot-auth.ts';
import { tokenClaims } from '../shared/owner-session/owner-session.ts';
import type { SignatureForm } from './flags.ts';

/** Creates the two headers of one request (RFC 9449 §7.1). */
export async function createSignedHeaders(
  { keypair, accessToken }: BoundSession,
  method: string,
  url: URL,
  host: Pick<CommandHost, 'now' | 'randomBytes'>,
  nonce?: string,
): Promise<{
  /** `DPoP <access token>` */
  readonly authorization: string;
  readonly dpop: string;
}> {
  const dpop = await signDpopProof({
    htm: method,
    htu: url.href,
    now: Math.floor(host.now() / 1000),
    jti: host.randomBytes(24).toString('base64url'),
    jwk: keypair.jwk,
    sign: keypair.sign,
    accessToken,
    nonce,
  });
  return { authorization: `DPoP ${accessToken}`, dpop };
}

/**
 * Parses a URL flag. http is allowed on loopback, or with --allow-insecure.
 * @throws Failure invalid_url, insecure_url
 */
export function parseServiceUrl(text: string, allowInsecure: boolean): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    throw new Failure('invalid_url', `--url accepts an absolute http or https URL, not "${text}".`);
  }
  if (url.username !== '' || url.password !== '') {
    throw new Failure('invalid_url', '--url must not contain a user name or password.');
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowInsecure) {
    throw new Failure(
      'insecure_url',
      `${url.origin} is not https. Use https. On the command line, --allow-insecure accepts the risk.`,
    );
  }
  return url;
}

/**
 * Converts a method to upper case.
 * @throws Failure invalid_flag unless it is letters only
 */
export function parseMethod(text: string): string {
  if (!/^[A-Za-z]+$/.test(text)) throw new Failure('invalid_flag', `--method accepts letters only, not "${text}".`);
  return text.toUpperCase();
}

/**
 * Refuses methods and header values that `fetch` cannot send (Fetch standard, forbidden methods) before signing.
 * @throws Failure invalid_flag
 */
export function requireSendable(method: string, contentType: string): void {
  if (['CONNECT', 'TRACE', 'TRACK'].includes(method))
    throw new Failure('invalid_flag', `--method ${method} cannot be sent. Use the header command with another client.`);
  if (!/^[\t\x20-\x7e]+$/.test(contentType))
    throw new Failure('invalid_flag', `--content-type accepts a media type, not ${JSON.stringify(contentType)}.`);
}

/** Signs a request with the agent key; the directory of the key is at the provider. */
export async function agentSignature(
  { keypair, accessToken }: BoundSession,
  request: { readonly method: string; readonly url: URL; readonly body?: Uint8Array | undefined },
  form: SignatureForm,
  host: Pick<CommandHost, 'now' | 'randomBytes'>,
): Promise<AgentSignatureFields> {
  const issuer = tokenClaims(accessToken)?.['iss'];
  if (typeof issuer !== 'string') throw noBoundSession();
  // Few requests are signed so, and `header` starts without what signs them.
  const { agentDirectoryUrl, signAgentRequest } = await import('../../src/protocol/web-bot-auth.ts');
  return signAgentRequest({
    ...request,
    jwk: keypair.jwk,
    sign: keypair.sign,
    signatureAgent: agentDirectoryUrl(issuer, keypair.jkt),
    form,
    now: host.now() / 1000,
    nonce: host.randomBytes(64).toString('base64'),
  });
}
