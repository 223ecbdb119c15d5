import { isJsonObject, type JsonObject } from '../../../src/protocol/json-object.ts';
import { Ed25519KeyError, parseEd25519Jwk } from '../../../src/protocol/ed25519-key.ts';
import type { Ed25519Jwk } from '../../../src/protocol/jwk-thumbprint.ts';
import { Failure } from '../../shared/failure.ts';
import { decodeInput, readInput } from '../../shared/named-files.ts';
import { isAnchorList, type Anchor } from '../anchor/anchor-file.ts';
import { parseIJson } from '../i-json.ts';

/** An exported proof. Its members are unverified. */
export interface ProofFile {
  /** Key of the agent at the time of the export. */
  readonly agentJwk: Ed25519Jwk;
  /** Keys that were rotated, oldest first; the first one signed the first entry. */
  readonly retiredJwks: readonly Ed25519Jwk[];
  /** Lines of the trail in order. */
  readonly operations: readonly unknown[];
  /** The checkpoint file; null when it was missing. */
  readonly checkpoint: JsonObject | null;
  readonly idTokens: readonly string[];
  readonly anchors: readonly Anchor[];
}

const bad = (text: string): Failure => new Failure('bad_proof', `The proof cannot be verified: ${text}`);

function parseKey(member: string, value: unknown): Ed25519Jwk {
  try {
    const { kty, crv, x } = parseEd25519Jwk(value).jwk;
    return { kty, crv, x };
  } catch (error) {
    if (error instanceof Ed25519KeyError) throw bad(`${member} is not usable: ${error.message}`);
    throw error;
  }
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

/**
 * Reads a proof from a file, or from stdin for `-`. Members that are given twice are refused, so that all readers see the
 * same proof.
 * @throws Failure unreadable_file, not_utf8, bad_proof
 */
export async function readProofFile(path: string, cwd: string): Promise<ProofFile> {
  const text = decodeInput('proof', await readInput('proof', path, cwd));
  let value: unknown;
  try {
    value = parseIJson(text);
  } catch (error) {
    throw bad(error instanceof Error ? error.message : String(error));
  }
  if (!isJsonObject(value)) throw bad('it is not a JSON object.');
  const { agentJwk, operations, checkpoint, idTokens, anchors = [], retiredJwks = [] } = value;
  if (agentJwk === undefined) throw bad('it has no agentJwk; export it again with this version of the toolkit.');
  if (!Array.isArray(operations)) throw bad('operations is not a list.');
  if (checkpoint !== null && !isJsonObject(checkpoint)) throw bad('checkpoint is neither an object nor null.');
  if (!isTextList(idTokens)) throw bad('idTokens is not a list of strings.');
  if (!isAnchorList(anchors)) throw bad('anchors is not a list of anchors.');
  if (!Array.isArray(retiredJwks)) throw bad('retiredJwks is not a list of keys.');
  return {
    agentJwk: parseKey('agentJwk', agentJwk),
    retiredJwks: retiredJwks.map((one: unknown) => parseKey('retiredJwks', one)),
    operations,
    checkpoint,
    idTokens,
    anchors,
  };
}
