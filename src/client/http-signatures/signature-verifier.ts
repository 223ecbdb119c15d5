import { verifyEd25519 } from '#ed25519';
import type { ReplayStore } from '../../protocol/dpop-request.ts';
import { isThumbprint, type Thumbprint } from '../../protocol/jwk-thumbprint.ts';
import { MessageSignatureError, type MessageSignatureErrorCode } from '../../protocol/message-signature.ts';
import {
  type CoveredComponent,
  readSignature,
  type ReceivedSignature,
  type SignatureLifetime,
  signatureLifetime,
  signedBytes,
} from '../../protocol/received-signature.ts';
import { UnavailableError } from '../../protocol/unavailable-error.ts';
import { agentDirectoryUrl, agentSignatureTag } from '../../protocol/web-bot-auth.ts';
import {
  publicUrl,
  type Rejection,
  rejectUnauthorized,
  rejectUnavailable,
  requireBaseUrl,
  requireReplayStore,
} from '../guards/guard.ts';
import { createAgentDirectories, trustedProviders } from './agent-directories.ts';
import {
  checkContentDigest,
  fieldValue,
  requestComponents,
  requestContent,
  signatureAgentUrl,
  signedContentDigest,
  type SignedRequest,
} from './request-components.ts';

export interface SignatureVerifierOptions {
  /** URLs of the sign-in providers whose agents are accepted. No request is sent to another host. */
  readonly trustedDirectories: readonly string[];
  /** Stores used nonces for all processes of the service. */
  readonly replayStore: ReplayStore;
  /** Public base URL of the service. Required behind a proxy and for Node servers, because Host is ignored. */
  readonly baseUrl?: string | undefined;
  /** Seconds by which the clock of a signer may be ahead, 0 to 60. Default 30. */
  readonly clockSkew?: number | undefined;
  /** Maximum length of the content in bytes. Default 1 MiB. */
  readonly maxContentLength?: number | undefined;
  /**
   * Who compares the content with Content-Digest: this verifier (default), or the caller, which may not have the content yet.
   * With `elsewhere` the caller compares the content with `contentDigest`, and accepts none without one.
   */
  readonly content?: 'here' | 'elsewhere' | undefined;
  /** Fetches the directories. Default: the fetch of the runtime. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  /** Milliseconds since 1970. Default: the system's clock. */
  readonly now?: (() => number) | undefined;
}

/** A request that an agent of a trusted provider signed. */
export interface AcceptedSignature extends SignatureLifetime {
  readonly ok: true;
  /** Thumbprint of the agent's key. */
  readonly jkt: Thumbprint;
  /** Sign-in provider that vouches for the agent, as in trustedDirectories. */
  readonly provider: string;
  /** URL of the directory that has the key. */
  readonly directory: string;
  readonly nonce: string;
  /** With `content: 'elsewhere'`: the sha-256 of Content-Digest as a field; undefined when the signature covers none. */
  readonly contentDigest?: string;
}

/** A rejected request with everything that the response needs. */
export interface RejectedSignature extends Omit<Rejection<MessageSignatureErrorCode | 'unavailable'>, 'status'> {
  /** 413 for content that is too large, 503 when a directory or the replay store is unreachable. */
  readonly status: 401 | 413 | 503;
}

export interface SignatureVerifier {
  /** @throws TypeError for a URL that is not absolute, or content that was already read or parsed */
  readonly verify: (request: SignedRequest) => Promise<AcceptedSignature | RejectedSignature>;
}

/** Components that a signature must cover, beside signature-agent. */
const required = ['"@authority"', '"@method"', '"@target-uri"'];
/** Requests a signature by `Accept-Signature` (RFC 9421 §5.1). */
const acceptSignature = `sig1=("@authority" "@method" "@target-uri" "signature-agent";key="sig1");created;expires;tag="${agentSignatureTag}"`;

/**
 * Creates a verifier of requests that agents signed (RFC 9421, Web Bot Auth). It reads the agent's key in the directory
 * of a trusted provider, which has none for a revoked agent. A rejected request does not consume its nonce. Reuse the
 * verifier: it caches directories.
 *
 * @throws TypeError that names the invalid option
 */
export function createSignatureVerifier(options: SignatureVerifierOptions): SignatureVerifier {
  const { replayStore, baseUrl, clockSkew = 30, maxContentLength = 1024 * 1024, now = Date.now } = options;
  const { fetch = (input, init) => globalThis.fetch(input, init) } = options;
  requireReplayStore(replayStore);
  requireBaseUrl(baseUrl);
  const providers = trustedProviders(options.trustedDirectories);
  if (!(clockSkew >= 0 && clockSkew <= 60)) throw new TypeError(`clockSkew must be 0 to 60 seconds, not ${clockSkew}.`);
  const directories = createAgentDirectories({ fetch, now, clockSkew });

  const verifySignature = async (request: SignedRequest): Promise<AcceptedSignature> => {
    const { method, headers } = request;
    const url = absoluteUrl(publicUrl(request.url, baseUrl));
    const fields = {
      signatureInput: fieldValue(headers, 'signature-input'),
      signature: fieldValue(headers, 'signature'),
    };
    const signature = readSignature(fields, agentSignatureTag);
    const { jkt, nonce } = identity(signature);
    const lifetime = signatureLifetime(signature, now() / 1000, clockSkew);
    const directory = signatureAgentUrl(signature.components, headers);
    const provider = providers.find((trusted) => agentDirectoryUrl(trusted, jkt) === directory);
    if (provider === undefined)
      throw new MessageSignatureError(
        'untrusted_directory',
        'Signature-Agent names no directory of this key at a trusted provider.',
      );
    const content = options.content === 'elsewhere' ? undefined : await requestContent(request, maxContentLength);
    const covered = content === undefined || content.length === 0 ? required : [...required, '"content-digest"'];
    const signed = signedBytes(signature, covered, requestComponents(method, url, headers));
    const digest = fieldValue(headers, 'content-digest') ?? '';
    if (content !== undefined && signature.components.some(({ name }) => name === 'content-digest'))
      checkContentDigest(content, digest);
    const isDigestOwed = content === undefined && signature.components.some(isContentDigest);
    const contentDigest = isDigestOwed ? signedContentDigest(digest) : undefined;
    const key = await directories.key(provider, jkt);
    if (key === undefined)
      throw new MessageSignatureError('unknown_agent', 'The agent is not bound to an owner, or was revoked.');
    if (!verifyEd25519(key.bytes, signed, signature.bytes))
      throw new MessageSignatureError('bad_signature', 'The signature does not verify with the key of the agent.');
    // The directory may have taken longer than the rest of the lifetime, after which stores forget the nonce.
    signatureLifetime(signature, now() / 1000, clockSkew);
    await useNonce(replayStore, jkt, nonce, lifetime.expires);
    return {
      ok: true,
      jkt,
      provider,
      directory,
      nonce,
      ...lifetime,
      ...(contentDigest !== undefined && { contentDigest }),
    };
  };

  return {
    verify: (request) =>
      verifySignature(request).catch((error: unknown) => {
        if (error instanceof UnavailableError) return rejectUnavailable(error);
        if (!(error instanceof MessageSignatureError)) throw error;
        const rejection = rejectUnauthorized(error, { 'Accept-Signature': acceptSignature });
        return error.code === 'content_too_large' ? { ...rejection, status: 413 } : rejection;
      }),
  };
}

/** Without parameters, with which only a part of the field is signed. */
const isContentDigest = ({ identifier }: CoveredComponent): boolean => identifier === '"content-digest"';

function absoluteUrl(url: string): URL {
  if (URL.canParse(url)) return new URL(url);
  throw new TypeError('The URL of the request is not absolute: set baseUrl to the public URL of the service.');
}

/** Returns the key and nonce that the signature names. @throws MessageSignatureError `malformed_signature` */
function identity({ parameters }: ReceivedSignature): { readonly jkt: Thumbprint; readonly nonce: string } {
  const [jkt, nonce, alg = 'ed25519'] = [parameters.get('keyid'), parameters.get('nonce'), parameters.get('alg')];
  const fail = (message: string) => new MessageSignatureError('malformed_signature', message);
  if (!isThumbprint(jkt)) throw fail('The keyid of the signature is no thumbprint of a key (RFC 7638).');
  if (alg !== 'ed25519') throw fail('The alg of the signature is not ed25519.');
  if (typeof nonce === 'string' && nonce.length >= 1 && nonce.length <= 256) return { jkt, nonce };
  throw fail('The signature has no nonce of 1 to 256 characters.');
}

/** @throws MessageSignatureError `replayed_nonce` */
async function useNonce(store: ReplayStore, jkt: Thumbprint, nonce: string, expires: number): Promise<void> {
  const isNew = await store.once(jkt, nonce, expires).catch((error: unknown) => {
    throw new UnavailableError('replay_store', error);
  });
  if (!isNew) throw new MessageSignatureError('replayed_nonce', 'The nonce of the signature was used before.');
}
