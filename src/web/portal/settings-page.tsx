import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { Choice, Field, fieldErrors, Form } from '../ui/field.tsx';
import { navigate } from '../ui/router.tsx';
import { ResourceStatus, useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useDraft, useDraftChoice } from '../ui/drafts.ts';
import type { SectionProps } from './app-sections.ts';
import { IconField, readDataUrl } from './icon-field.tsx';
import { ignoreAlreadyDeleted } from './portal-api.ts';
import type { Member } from '../../../generated/notifications/types.ts';
import { profileOf, useSubject } from '../ui/session.ts';
import { MemberFacts, memberText } from './members.tsx';

/** Name, icon and members of an app, and its deletion. */
export function AppSettingsPage({ api, appId, app, onChanged }: SectionProps): ReactNode {
  const { call, portal } = api;
  const path = { appId };
  const [name, setName] = useDraft(`name of ${appId}`, app.name);
  const update = useAction(async (body: { readonly name: string }) => {
    await call(() => portal.updateApp({ path, body }));
    onChanged();
  });
  const errors = fieldErrors(update.error, ['name']);
  const deletion = useConfirmed(async () => {
    await call(() => portal.deleteApp({ path }));
    navigate('/portal');
  });
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <Form className="card" onSubmit={() => void update.run({ name: name.trim() })}>
        <Field
          label="Name"
          hint="The title of every notification, up to 64 characters."
          value={name}
          onChange={setName}
          required
          maxLength={64}
          error={errors.at('name')}
        />
        <ErrorNotice error={errors.other} />
        <Button type="submit" busy={update.busy} disabled={name.trim() === app.name}>
          Rename
        </Button>
      </Form>
      <IconField
        hint="PNG, JPEG or WebP, up to 12 kB."
        accept={iconTypes}
        image={app.icon}
        store={async (file) => {
          const icon = file === undefined ? null : await readIcon(file);
          await call(() => portal.updateApp({ path, body: { icon } }));
          onChanged();
        }}
      />
      <AppMembers api={api} appId={appId} app={app} />
      {app.role === 'owner' && (
        <div className="card">
          <h3>Delete the app</h3>
          <p className="soft">Its keys stop working at once. You can restore it for 30 days from your list of apps.</p>
          <Button kind="danger" onClick={() => deletion.ask(true)}>
            Delete the app
          </Button>
        </div>
      )}
      {deletion.asked !== undefined && (
        <ConfirmDialog title={`Delete ${app.name}?`} action="Delete it" cancel="Keep it" confirmation={deletion}>
          <p>Its keys stop working at once, and waiting notifications are dropped.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const roles = [
  { value: 'developer', text: 'Developer' },
  { value: 'owner', text: 'Owner' },
] as const;

/** Who works on the app; owners add and remove members. */
function AppMembers({ api, appId, app }: Pick<SectionProps, 'api' | 'appId' | 'app'>): ReactNode {
  const { call, portal } = api;
  const [round, setRound] = useState(0);
  const [sub, setSub] = useDraft(`member of ${appId}`, '');
  const [role, setRole] = useDraftChoice(`role of a member of ${appId}`, roles, 'developer');
  const members = useResource(`members ${appId} ${round}`, (signal) =>
    call(() => portal.getMembers({ path: { appId }, signal })),
  );
  const add = useAction(async () => {
    await call(() => portal.setMember({ path: { appId, sub: sub.trim() }, body: { role } }));
    setSub('');
    setRound(round + 1);
  });
  const errors = fieldErrors(add.error, ['sub', 'role']);
  const own = useSubject(api.session);
  const remove = useConfirmed(async ({ sub: removed }: Member) => {
    await ignoreAlreadyDeleted(call(() => portal.deleteMember({ path: { appId, sub: removed } })));
    setRound(round + 1);
  });
  return (
    <div className="card">
      <h3>Members</h3>
      <p className="soft">
        Owners may do everything. Developers may do everything but delete the app and change its members.
      </p>
      <ResourceStatus of={members} />
      <ul className="members">
        {members.value?.members.map((member) => (
          <li key={member.sub} className="row between">
            <MemberFacts
              {...member}
              {...(member.sub === own && { name: profileOf(api.session).name })}
              own={member.sub === own}
            />
            {app.role === 'owner' && (
              <Button onClick={() => remove.ask(member)}>
                Remove<span className="hidden"> {memberText(member.sub, member.name)}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {app.role === 'owner' && (
        <Form onSubmit={() => void add.run()}>
          <Field
            label="Id of the person"
            hint="They find it under Details beside their name, among the members of an app of their own."
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
        </Form>
      )}
      {remove.asked !== undefined && (
        <ConfirmDialog
          title={`Remove ${memberText(remove.asked.sub, remove.asked.name)}?`}
          action="Remove"
          confirmation={remove}
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

const iconTypes = ['image/png', 'image/jpeg', 'image/webp'];

/** Longest icon of the contract, characters of its `data:` URL. */
const maxCharacters = 16_384;

/** Returns an image file as a `data:` URL. @throws Error when the service does not accept it */
async function readIcon(file: File): Promise<string> {
  const url = await readDataUrl(file);
  if (!iconTypes.some((type) => url.startsWith(`data:${type};base64,`)))
    throw new Error(`${file.name} is not an image in PNG, JPEG or WebP; choose another file.`);
  if (url.length > maxCharacters)
    throw new Error(`${file.name} has ${Math.ceil(file.size / 1000)} kB; choose an image of at most 12 kB.`);
  return url;
}
