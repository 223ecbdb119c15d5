import type { ApprovalRequestParameters } from '../../../src/protocol/approval-receipt.ts';
import { canonicalJson } from '../../../src/protocol/canonical-json.ts';
import { isJsonObject, type JsonObject } from '../../../src/protocol/json-object.ts';
import { Failure } from '../failure.ts';
import type { CommandHost } from '../host.ts';
import { parseObject, toJsonText } from '../json.ts';
import type { Keypair } from '../keypair/keypair.ts';
import { readPassphrase } from '../keypair/passphrase.ts';
import { type BoundSession, noBoundSession } from '../owner-session/bound-session.ts';
import type { StateDir } from '../state-dir/state-dir.ts';
import { damagedState, readStateFile, writeStateFile } from '../state-dir/state-file.ts';

const fileName = 'approvals.json';
const purpose = 'approval';

/** A request to the owner. Times are Unix seconds. */
export interface ApprovalRequest {
  readonly authReqId: string;
  /** What was sent, which the receipt covers. */
  readonly request: ApprovalRequestParameters;
  /** Seconds between polls. */
  readonly interval: number;
  readonly askedAt: number;
  readonly expiresAt: number;
  /** Absent while nobody is known to have decided. */
  readonly decided?: DecidedRequest;
}

export interface DecidedRequest {
  readonly decision: 'approved' | 'rejected' | 'expired';
  /** JWT of the type `approval-receipt+jwt`, verified. */
  readonly receipt: string;
  /** Whether `ask` printed the decision: the same question afterwards is a new one. */
  readonly told: boolean;
  /** Access token of an approval, encrypted when the identity has a passphrase. */
  readonly token?: string | JsonObject;
  /** When the token expires. */
  readonly tokenExpiresAt?: number;
}

/** Whether two requests ask the same with the same key, whatever time they leave for the decision. */
export function asksTheSame(one: ApprovalRequestParameters, other: ApprovalRequestParameters): boolean {
  const [first, second] = [one, other].map((request) => canonicalJson({ ...request, requested_expiry: '' }));
  return first === second;
}

function isApprovalRequest(value: unknown): value is JsonObject & ApprovalRequest {
  if (!isJsonObject(value) || !isJsonObject(value['request'])) return false;
  const { decided } = value;
  return (
    typeof value['authReqId'] === 'string' &&
    Object.values(value['request']).every((one) => typeof one === 'string') &&
    ['interval', 'askedAt', 'expiresAt'].every((name) => typeof value[name] === 'number') &&
    (decided === undefined || (isJsonObject(decided) && typeof decided['receipt'] === 'string'))
  );
}

/** Reads the requests that are not decided, or whose decision is still of use, oldest first. @throws Failure damaged_state */
export function readApprovalRequests(dir: StateDir): readonly ApprovalRequest[] {
  const text = readStateFile(dir, fileName);
  if (text === undefined) return [];
  const fields = parseObject(text);
  const requests = fields?.['requests'];
  if (fields?.['version'] !== 1 || !Array.isArray(requests) || !requests.every(isApprovalRequest))
    throw damagedState(fileName, 'it is not a list of requests of version 1');
  return requests;
}

/** Seconds for which an undecided request is kept after it expired, for its receipt. */
const keptSeconds = 24 * 3600;

/** Adds a request, or replaces the one with the same id, and drops those of no further use. The caller holds the lock. */
export function putApprovalRequest(dir: StateDir, request: ApprovalRequest, now: number): void {
  const others = readApprovalRequests(dir).filter(({ authReqId }) => authReqId !== request.authReqId);
  const requests = [...others, request].filter(({ decided, expiresAt }) =>
    decided?.told ? (decided.tokenExpiresAt ?? 0) > now : expiresAt + keptSeconds > now,
  );
  writeStateFile(dir, fileName, toJsonText({ version: 1, requests }));
}

/** Drops a request whose decision cannot be fetched any more. The caller holds the lock. */
export function dropApprovalRequest(dir: StateDir, authReqId: string): void {
  const requests = readApprovalRequests(dir).filter((one) => one.authReqId !== authReqId);
  writeStateFile(dir, fileName, toJsonText({ version: 1, requests }));
}

/** Encrypts an access token when the identity has a passphrase. */
export async function sealToken(token: string, host: CommandHost, { passphraseSalt }: Keypair) {
  const passphrase = readPassphrase(host);
  if (passphrase === undefined) return token;
  const { sealBox } = await import('../keypair/passphrase.ts');
  return { ...sealBox(passphrase, purpose, token, passphraseSalt) };
}

async function openToken(token: string | JsonObject, host: CommandHost): Promise<string> {
  if (typeof token === 'string') return token;
  const { isBox, openBox } = await import('../keypair/passphrase.ts');
  if (!isBox(token)) throw damagedState(fileName, 'a token is not a passphrase box');
  return openBox(readPassphrase(host), purpose, token);
}

/**
 * Reads the access token of an approval, which has the granted details and nothing else.
 * @throws Failure no_approval, no_bound_session, passphrase_required, wrong_passphrase
 */
export async function requireApprovalSession(
  dir: StateDir,
  host: CommandHost,
  authReqId: string,
): Promise<BoundSession> {
  const decided = readApprovalRequests(dir).find((one) => one.authReqId === authReqId)?.decided;
  if (decided?.token === undefined || (decided.tokenExpiresAt ?? 0) <= host.now() / 1000)
    throw new Failure(
      'no_approval',
      'There is no approval with this id, or its token has expired. Ask again with agent-id-core ask --wait.',
    );
  const { findKeypair } = await import('../keypair/keypair.ts');
  const keypair = findKeypair(dir, readPassphrase(host));
  if (!keypair) throw noBoundSession();
  return { keypair, accessToken: await openToken(decided.token, host) };
}
