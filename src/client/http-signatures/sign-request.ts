import { type SignatureAgentForm, signAgentRequest } from '../../protocol/web-bot-auth.ts';
import { createKeypairSigner, type DpopKeypair } from '../dpop/dpop-keypair.ts';

export interface RequestSignatureOptions extends DpopKeypair {
  /** URL of the directory that has the key: `agentDirectoryUrl(provider, jkt)`. */
  readonly signatureAgent: string;
  /** `dictionary`, the form of the working group's draft, is the default. `plain` is an older form. */
  readonly form?: SignatureAgentForm | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: number | undefined;
  /** Unpredictable, 1 to 256 characters. Default: 64 random bytes. */
  readonly nonce?: string | undefined;
}

/**
 * Signs a request as an agent (RFC 9421, Web Bot Auth): method, URL and content. Returns a request with the fields of the
 * signature, which is valid once and for 60 seconds.
 *
 * @throws TypeError when signatureAgent is no absolute URL
 */
export async function signRequest(request: Request, options: RequestSignatureOptions): Promise<Request> {
  const { publicJwk, signatureAgent, form = 'dictionary', now = Date.now(), nonce = randomNonce() } = options;
  if (!URL.canParse(signatureAgent))
    throw new TypeError(`signatureAgent must be the URL of the agent's directory, not ${signatureAgent}.`);
  const content = new Uint8Array(await request.clone().arrayBuffer());
  const body = content.length === 0 ? undefined : content;
  const fields = await signAgentRequest({
    method: request.method,
    url: new URL(request.url),
    body,
    jwk: publicJwk,
    sign: createKeypairSigner(options),
    signatureAgent,
    form,
    now: now / 1000,
    nonce,
  });
  const headers = new Headers(request.headers);
  for (const [name, value] of Object.entries(fields)) headers.set(name, value);
  return new Request(request, { headers, ...(body !== undefined && { body }) });
}

function randomNonce(): string {
  return btoa(String.fromCodePoint(...crypto.getRandomValues(new Uint8Array(64))));
}
