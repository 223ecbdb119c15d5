import { isJsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from '../shared/json.ts';
import { Failure } from '../shared/failure.ts';

/** Proof attached to a commit: the provider's statement about the owner of the agent key. */
export interface Bundle {
  readonly version: 3;
  /** JWT of the provider, bound to agent_jwk by cnf.jkt. */
  readonly id_token: string;
  readonly agent_jwk: { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };
  /** JWT of the provider that it saw the commit; readers of three members ignore it. */
  readonly attestation?: string;
}

/** Encodes a bundle as base64url JSON, the form of the git note. */
export function encodeBundle({ id_token, agent_jwk: { kty, crv, x }, attestation }: Omit<Bundle, 'version'>): string {
  const bundle = { version: 3, id_token, agent_jwk: { kty, crv, x }, attestation };
  return Buffer.from(JSON.stringify(bundle)).toString('base64url');
}

/**
 * Reads a bundle from the text of a note: base64url, or plain JSON.
 * @throws Failure bad_bundle
 */
export function decodeBundle(note: string): Bundle {
  const text = note.trim();
  const json = text.startsWith('{') ? text : Buffer.from(text, 'base64url').toString('utf8');
  const fields = parseObject(json);
  if (!fields) throw new Failure('bad_bundle', 'The note of the commit is not a bundle.');
  const { version, id_token, agent_jwk, attestation } = fields;
  if (version !== 3) throw new Failure('bad_bundle', `The bundle has version ${String(version)}; only 3 is supported.`);
  const { kty, crv, x } = isJsonObject(agent_jwk) ? agent_jwk : {};
  if (typeof id_token !== 'string' || kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') {
    throw new Failure('bad_bundle', 'The bundle has no id_token or no Ed25519 agent_jwk.');
  }
  if (attestation !== undefined && typeof attestation !== 'string')
    throw new Failure('bad_bundle', 'The attestation of the bundle is not a text.');
  return { version: 3, id_token, agent_jwk: { kty, crv, x }, ...(attestation !== undefined && { attestation }) };
}
