import { type ReactNode, useEffect } from 'react';
import { isolatedText } from '../../protocol/terminal-text.ts';
import { Person, shortId } from '../ui/avatar.tsx';
import { CopyField } from '../ui/button.tsx';
import { profileOf } from '../ui/session.ts';
import { Badge } from '../ui/values.tsx';
import type { PortalApi } from './portal-api.ts';

/** How people without a name are called in the portal. */
export const unnamed = 'Unnamed person';

/** Who a member is; the id, which tells people of one name apart, is under Details. */
export function MemberFacts({
  sub,
  name,
  role,
  own,
}: {
  readonly sub: string;
  readonly name: string | null;
  readonly role: string;
  /** Whether it is the reader. */
  readonly own: boolean;
}): ReactNode {
  return (
    <div>
      <Person id={sub} name={name} unnamed={unnamed} /> <Badge tone="quiet">{role}</Badge>{' '}
      {own && <Badge tone="good">you</Badge>}
      <details className="soft">
        <summary>
          Details<span className="hidden"> of {memberText(sub, name)}</span>
        </summary>
        <CopyField label="id" value={sub} />
      </details>
    </div>
  );
}

/** Names a member in text: two people may have one name. */
export const memberText = (sub: string, name: string | null): string =>
  name === null ? shortId(sub) : `${isolatedText(name)} (${shortId(sub)})`;

/** Tells the other members of an app how the reader is called, once in a tab. */
export function useMemberProfile({ session, call, portal }: PortalApi, appId: string): void {
  const { name } = profileOf(session);
  useEffect(() => {
    const key = `portal_name ${appId}`;
    const told = JSON.stringify(name);
    if (sessionStorage.getItem(key) === told) return;
    // When this fails the name is told at the next visit.
    call(() => portal.setMemberProfile({ path: { appId }, body: { name } })).then(
      () => sessionStorage.setItem(key, told),
      () => undefined,
    );
  }, [call, portal, appId, name]);
}
