import type { OwnerRecord } from '../../../generated/sso/types.ts';
import type { SsoHandlerContext } from '../context.ts';
import { ownerNotFound } from '../errors/administration-errors.ts';
import { deviceResponse, passkeyResponse } from '../responses.ts';

/** Reads an owner as administrators see them. @throws DomainError `owner_not_found` */
export async function readOwnerRecord(
  sub: string,
  {
    owners,
    ownerAdministration,
    consoleAccess,
    now,
  }: Pick<SsoHandlerContext, 'owners' | 'ownerAdministration' | 'consoleAccess' | 'now'>,
): Promise<OwnerRecord> {
  const [owner, state] = await Promise.all([owners.get(sub), ownerAdministration.state(sub)]);
  if (!owner || !state) throw ownerNotFound(sub);
  const at = now();
  const { connected, browser } = await ownerAdministration.countSessions(sub, at);
  const grant = await consoleAccess.bySub(sub);
  const access = grant && grant.expiresAt > at ? grant : undefined;
  return {
    sub,
    createdAt: owner.createdAt.toISOString(),
    status: state.suspendedAt === null ? 'active' : 'suspended',
    suspendedAt: state.suspendedAt?.toISOString() ?? null,
    suspensionReason: state.suspensionReason,
    passkeys: owner.passkeys.map(passkeyResponse),
    devices: owner.devices.map(deviceResponse),
    connectedSessions: connected,
    browserSessions: browser,
    consoleScopes: [...(access?.scopes ?? [])],
    consoleExpiresAt: access?.expiresAt.toISOString() ?? null,
  };
}
