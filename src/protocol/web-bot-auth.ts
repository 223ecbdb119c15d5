import { type Ed25519Jwk, jwkThumbprint } from './jwk-thumbprint.ts';
import { contentDigest, fieldString, type SignedComponent, signMessage } from './message-signature.ts';
import type { Ed25519Sign } from './proof-jwt.ts';

// draft-ietf-webbotauth-httpsig-protocol-00, and draft-meunier-webbotauth-httpsig-directory-00 for directories.

/** Media type of a directory. */
export const directoryMediaType = 'application/http-message-signatures-directory+json';
/** Path of a directory below the address of its agent or provider. */
export const directoryPath = '/.well-known/http-message-signatures-directory';
/** Tag of the signatures of agents. */
export const agentSignatureTag = 'web-bot-auth';
/** Tag of the signatures of directories. */
export const directorySignatureTag = 'http-message-signatures-directory';

/** Lifetime of a signature, seconds. */
const lifetime = 60;
const label = 'sig1';

/**
 * `dictionary`: Signature-Agent of the working group's draft. `plain`: the string of draft-meunier-web-bot-auth-architecture-02,
 * which the package web-bot-auth 0.1.3 verifies.
 */
export type SignatureAgentForm = 'dictionary' | 'plain';

export interface AgentRequest {
  readonly method: string;
  readonly url: URL;
  /** Exact bytes of the body; undefined without one. */
  readonly body?: Uint8Array | undefined;
  readonly jwk: Ed25519Jwk;
  readonly sign: Ed25519Sign;
  /** Address of the directory that has the key. */
  readonly signatureAgent: string;
  readonly form: SignatureAgentForm;
  /** Unix seconds. */
  readonly now: number;
  /** Unpredictable text, used once. */
  readonly nonce: string;
}

/** Fields that identify the agent of a request, names in lower case. */
export interface AgentSignatureFields {
  readonly 'signature-agent': string;
  readonly 'signature-input': string;
  readonly signature: string;
  readonly 'content-digest'?: string;
}

/** Signs a request as an agent whose key a directory publishes. */
export async function signAgentRequest(request: AgentRequest): Promise<AgentSignatureFields> {
  const { method, url, body, jwk, sign, now, nonce } = request;
  const digest = body === undefined ? undefined : contentDigest(body);
  const agent = signatureAgentField(request);
  const target = new URL(url);
  target.hash = '';
  const components: SignedComponent[] = [
    { identifier: '"@authority"', value: target.host },
    { identifier: '"@method"', value: method },
    { identifier: '"@target-uri"', value: target.href },
    agent.component,
    ...(digest === undefined ? [] : [{ identifier: '"content-digest"', value: digest }]),
  ];
  const created = Math.floor(now);
  const parameters = {
    created,
    expires: created + lifetime,
    nonce,
    keyid: jwkThumbprint(jwk),
    alg: 'ed25519',
    tag: agentSignatureTag,
  };
  const { signatureInput, signature } = await signMessage(label, components, parameters, sign);
  return {
    'signature-agent': agent.field,
    'signature-input': signatureInput,
    signature,
    ...(digest !== undefined && { 'content-digest': digest }),
  };
}

function signatureAgentField({ signatureAgent, form }: AgentRequest) {
  const address = fieldString(signatureAgent);
  if (form === 'plain') return { field: address, component: { identifier: '"signature-agent"', value: address } };
  const member = `${address};type=jwks_uri`;
  return {
    field: `${label}=${member}`,
    component: { identifier: `"signature-agent";key="${label}"`, value: member },
  };
}

/**
 * Returns the address of the directory in which the provider publishes the key of an agent.
 *
 * @param provider URL of the sign-in provider
 */
export function agentDirectoryUrl(provider: string, jkt: string): string {
  return `${provider.replace(/\/+$/, '')}/agents/${jkt}${directoryPath}`;
}

export interface DirectoryResponse {
  /** Host of the request, with a port that is not the default one. */
  readonly authority: string;
  readonly body: string;
  readonly jwk: Ed25519Jwk;
  readonly sign: Ed25519Sign;
  /** Unix seconds. */
  readonly now: number;
  readonly nonce: string;
}

/** Signs the response of a directory for the authority of the request. */
export async function signDirectory({ authority, body, jwk, sign, now, nonce }: DirectoryResponse) {
  const digest = contentDigest(body);
  const created = Math.floor(now);
  const { signatureInput, signature } = await signMessage(
    label,
    [
      { identifier: '"@authority";req', value: authority },
      { identifier: '"content-digest"', value: digest },
    ],
    {
      created,
      expires: created + lifetime,
      nonce,
      keyid: jwkThumbprint(jwk),
      alg: 'ed25519',
      tag: directorySignatureTag,
    },
    sign,
  );
  return { 'content-digest': digest, 'signature-input': signatureInput, signature };
}
