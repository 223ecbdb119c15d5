import type { OwnerRecord } from '../../../generated/sso/types.ts';
import type { SsoHandlerContext } from '../context.ts';
import { ownerNotFound } from '../errors/administration-errors.ts';
import { deviceResponse, passkeyResponse } from '../responses.ts';

/** Reads an owner as administrators see them. @throws DomainError `owner_not_found` */
export async function readOwnerRecord(
  sub: string,
  { owners, ownerAdministration, now }: Pick<SsoHandlerContext, 'owners' | 'ownerAdministration' | 'now'>,
): Promise<OwnerRecord> {
  const [owner, state] = await Promise.all([owners.get(sub), ownerAdministration.state(sub)]);
  if (!owner || !state) throw ownerNotFound(sub);
  const { connected, browser } = await ownerAdministration.countSessions(sub, now());
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
    consoleScopes: [...(await ownerAdministration.consoleScopes(sub))],
  };
}
