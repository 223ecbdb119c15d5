import { type ReactNode, useState } from 'react';
import { ignoreAlreadyDeleted } from '../ui/already-deleted.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Choice, Field } from '../ui/field.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { callWithSession } from '../ui/session.ts';
import { useAction } from '../ui/use-action.ts';
import { useDraft, useDraftChoice } from '../ui/use-draft.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import type { SectionProps } from './section-props.ts';

const roles = [
  { value: 'developer', text: 'Developer' },
  { value: 'owner', text: 'Owner' },
] as const;

/** Who works on the app; owners add and remove members. */
export function AppMembers({ api, appId, app }: Pick<SectionProps, 'api' | 'appId' | 'app'>): ReactNode {
  const { session, portal } = api;
  const [round, setRound] = useState(0);
  const [sub, setSub] = useDraft(`member of ${appId}`, '');
  const [role, setRole] = useDraftChoice(`role of a member of ${appId}`, roles, 'developer');
  const members = useResource(`members ${appId} ${round}`, (signal) =>
    callWithSession(session, () => portal.getMembers({ path: { appId }, signal })),
  );
  const add = useAction(async () => {
    await callWithSession(session, () => portal.setMember({ path: { appId, sub: sub.trim() }, body: { role } }));
    setSub('');
    setRound(round + 1);
  });
  const errors = fieldErrors(add.error, ['sub', 'role']);
  const [removing, setRemoving] = useState<string>();
  const remove = useAction(async (member: string) => {
    await ignoreAlreadyDeleted(callWithSession(session, () => portal.deleteMember({ path: { appId, sub: member } })));
    setRemoving(undefined);
    setRound(round + 1);
  });
  return (
    <div className="card">
      <h3>Members</h3>
      <p className="soft">
        Owners may do everything. Developers may do everything but delete the app and change its members.
      </p>
      <ErrorNotice error={members.error} retry={members.reload} />
      {members.value === undefined && members.loading && <Wait />}
      <ul className="members">
        {members.value?.members.map((member) => (
          <li key={member.sub} className="row between">
            <span>
              <code>{member.sub}</code> <Badge tone="quiet">{member.role}</Badge>
            </span>
            {app.role === 'owner' && (
              <Button onClick={() => setRemoving(member.sub)}>
                Remove<span className="hidden"> {member.sub}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {app.role === 'owner' && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void add.run();
          }}
        >
          <Field
            label="Id of the person"
            hint="They find it among the members of an app of their own."
            value={sub}
            onChange={setSub}
            required
            maxLength={64}
            autoComplete="off"
            error={errors.at('sub')}
          />
          <Choice label="Role" value={role} options={roles} onChange={setRole} error={errors.at('role')} />
          <ErrorNotice error={errors.other} />
          <Button type="submit" busy={add.busy}>
            Add
          </Button>
        </form>
      )}
      {removing !== undefined && (
        <ConfirmDialog
          title={`Remove ${removing.slice(0, 8)}…?`}
          action="Remove"
          busy={remove.busy}
          error={remove.error}
          run={() => void remove.run(removing)}
          close={() => setRemoving(undefined)}
        >
          <p>
            The person loses access to the app at once. API keys that they made stop working in 24 hours, unless an
            owner keeps them before.
          </p>
        </ConfirmDialog>
      )}
    </div>
  );
}
