import { type ReactNode, useState, useEffect } from 'react';
import { Button, CopyField } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { Choice, Form } from '../ui/field.tsx';
import { ResourceStatus, useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Badge, Time } from '../ui/values.tsx';
import type { ApplicationMember } from '../../../generated/sso/types.ts';
import { useSubject, profileOf } from '../ui/session.ts';
import { type ApplicationSectionProps, ignoreAlreadyDeleted, type PortalApi } from './portal-api.ts';
import { isolatedText } from '../../protocol/terminal-text.ts';
import { Person, shortId } from '../ui/avatar.tsx';

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

const roles = [
  { value: 'member', text: 'Member' },
  { value: 'owner', text: 'Owner' },
] as const;

type Role = (typeof roles)[number]['value'];

/** Who works on the application. Owners invite by a link, change roles and remove. */
export function ApplicationMembers({ api, application, onChanged }: ApplicationSectionProps): ReactNode {
  const { call, applications } = api;
  const { clientId, role } = application;
  const own = useSubject(api.session);
  const members = useResource(`application members ${clientId}`, (signal) =>
    call(() => applications.getApplicationMembers({ path: { clientId }, signal })),
  );
  const setRole = useAction(async (sub: string, next: Role) => {
    await call(() => applications.setApplicationMember({ path: { clientId, sub }, body: { role: next } }));
    members.reload();
    onChanged();
  });
  const remove = useConfirmed(async ({ sub }: ApplicationMember) => {
    await ignoreAlreadyDeleted(call(() => applications.deleteApplicationMember({ path: { clientId, sub } })));
    members.reload();
  });
  return (
    <section aria-labelledby="members">
      <h2 id="members">Members</h2>
      <p className="soft">
        Members change everything but the members and the end of the application. Owners may do everything.
      </p>
      <div className="card">
        <ResourceStatus of={members} />
        <ErrorNotice error={setRole.error} />
        <ul className="members">
          {members.value?.members.map((member) => (
            <li key={member.sub} className="row between">
              <MemberFacts sub={member.sub} name={member.displayName} role={member.role} own={member.sub === own} />
              {role === 'owner' && (
                <span className="row">
                  <Button
                    busy={setRole.busy}
                    onClick={() => void setRole.run(member.sub, member.role === 'owner' ? 'member' : 'owner')}
                  >
                    {member.role === 'owner' ? 'Make a member' : 'Make an owner'}
                    <span className="hidden"> of {memberText(member.sub, member.displayName)}</span>
                  </Button>
                  <Button onClick={() => remove.ask(member)}>
                    Remove<span className="hidden"> {memberText(member.sub, member.displayName)}</span>
                  </Button>
                </span>
              )}
            </li>
          ))}
        </ul>
      </div>
      {role === 'owner' && <ApplicationInvites api={api} clientId={clientId} />}
      {remove.asked !== undefined && (
        <ConfirmDialog
          title={`Remove ${memberText(remove.asked.sub, remove.asked.displayName)}?`}
          action="Remove"
          confirmation={remove}
        >
          <p>The person loses access at once, and invites that they created stop working. Rotate secrets they know.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

function ApplicationInvites({
  api: { call, applications },
  clientId,
}: Pick<ApplicationSectionProps, 'api'> & { readonly clientId: string }): ReactNode {
  const [role, setRole] = useState<Role>('member');
  const [link, setLink] = useState<string>();
  const path = { clientId };
  const invites = useResource(`application invites ${clientId}`, (signal) =>
    call(() => applications.getApplicationInvites({ path, signal })),
  );
  const create = useAction(async () => {
    setLink((await call(() => applications.createApplicationInvite({ path, body: { role } }))).link);
    invites.reload();
  });
  const revoke = useAction(async (inviteId: string) => {
    await ignoreAlreadyDeleted(call(() => applications.revokeApplicationInvite({ path: { clientId, inviteId } })));
    invites.reload();
  });
  return (
    <div className="card">
      <h3>Invite by a link</h3>
      <Form className="row filter" onSubmit={() => void create.run()}>
        <Choice label="Role" value={role} options={roles} onChange={setRole} />
        <Button type="submit" busy={create.busy}>
          Create a link
        </Button>
      </Form>
      <ErrorNotice error={create.error} />
      {link !== undefined && (
        <div className="notice good" role="status">
          <p>
            <strong>Send this link to one person.</strong> It works once, for 7 days, and is not shown again.
          </p>
          <CopyField label="link" value={link} />
        </div>
      )}
      <ErrorNotice error={invites.error} retry={invites.reload} />
      <ErrorNotice error={revoke.error} />
      <ul className="members">
        {invites.value?.invites.map(({ inviteId, role: invited, expiresAt }) => (
          <li key={inviteId} className="row between">
            <span>
              An open invite <Badge tone="quiet">{invited}</Badge> until <Time at={expiresAt} />
            </span>
            <Button busy={revoke.busy} onClick={() => void revoke.run(inviteId)}>
              Revoke<span className="hidden"> the invite {inviteId}</span>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
