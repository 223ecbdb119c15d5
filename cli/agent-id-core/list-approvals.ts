import { closeSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';
import { readLines } from '../shared/audit-trail/trail-file.ts';
import { parseObject } from '../shared/json.ts';
import type { CommandHost } from '../shared/host.ts';
import { tokenClaims } from '../shared/owner-session/owner-session.ts';
import type { StateDir } from '../shared/state-dir/state-dir.ts';
import { refreshApprovalRequests } from './approvals.ts';
import { openTrailFile } from './verify-trail.ts';

/** What an agent asked, and what was decided. Times are Unix seconds. */
export type ListedApproval = JsonObject & { readonly authReqId: unknown; readonly decision: unknown };

/** Lists decisions of the audit trail, and the requests without one, newest first. */
export async function listApprovals(
  dir: StateDir,
  host: CommandHost,
  limit: number,
): Promise<readonly ListedApproval[]> {
  const requests = await refreshApprovalRequests(dir, host);
  const recorded = recordedApprovals(dir, limit);
  const inTrail = new Set(recorded.map(({ authReqId }) => authReqId));
  const others = requests
    .filter(({ authReqId }) => !inTrail.has(authReqId))
    .map(({ authReqId, request, askedAt, expiresAt, decided }) => ({
      authReqId,
      decision: decided?.decision ?? 'pending',
      askedAt,
      expiresAt,
      ...describe({ ...request }, decided?.receipt),
    }));
  return [...recorded, ...others].toReversed().slice(0, limit);
}

/** Reads the last decisions of the trail, oldest first. They are unverified. */
function recordedApprovals(dir: StateDir, limit: number): readonly ListedApproval[] {
  const { fd, size } = openTrailFile(dir);
  if (fd === undefined) return [];
  const found: ListedApproval[] = [];
  try {
    for (const { bytes } of readLines(fd, 0, size)) {
      // A long trail has few decisions; parsing every line would take longer than reading it.
      if (!bytes.includes('"action":"ask"')) continue;
      const envelope = parseObject(bytes.toString('utf8'))?.['envelope'];
      const payload = isJsonObject(envelope) && envelope['type'] === 'core' ? envelope['payload'] : undefined;
      if (!isJsonObject(envelope) || !isJsonObject(payload) || typeof payload['receipt'] !== 'string') continue;
      const { authReqId, decision, receipt, request } = payload;
      const described = describe(isJsonObject(request) ? request : {}, receipt);
      found.push({ authReqId, decision, ...described, seq: envelope['seq'] });
      if (found.length > limit) found.shift();
    }
    return found;
  } finally {
    closeSync(fd);
  }
}

function describe(request: JsonObject, receipt: unknown): JsonObject {
  const { binding_message: message, resource, authorization_details: details } = request;
  const claims = typeof receipt === 'string' ? tokenClaims(receipt) : undefined;
  return {
    ...(message !== undefined && { message }),
    ...(resource !== undefined && { resource }),
    ...(typeof details === 'string' && { authorizationDetails: parseDetails(details) }),
    ...(claims && { decidedAt: claims['iat'], decidedBy: claims['decided_by'], receipt }),
  };
}

/** @returns null for a text that is not JSON */
function parseDetails(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
