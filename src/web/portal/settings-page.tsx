import { type ReactNode, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field } from '../ui/field.tsx';
import { fieldErrors } from '../ui/field-errors.ts';
import { navigate } from '../ui/router.tsx';
import { callWithSession } from '../ui/session.ts';
import { useAction } from '../ui/use-action.ts';
import { useDraft } from '../ui/use-draft.ts';
import { readIcon } from './read-icon.ts';
import { AppMembers } from './app-members.tsx';
import type { SectionProps } from './section-props.ts';

/** Name, icon and members of an app, and its deletion. */
export function AppSettingsPage({ api, appId, app, onChanged }: SectionProps): ReactNode {
  const { session, portal } = api;
  const path = { appId };
  const fileId = useId();
  const [name, setName] = useDraft(`name of ${appId}`, app.name);
  const [deleting, setDeleting] = useState(false);
  const update = useAction(async (body: { readonly name?: string; readonly icon?: string | null }) => {
    await callWithSession(session, () => portal.updateApp({ path, body }));
    onChanged();
  });
  const errors = fieldErrors(update.error, ['name']);
  const chooseIcon = useAction(async (file: File) => {
    const icon = await readIcon(file);
    await callWithSession(session, () => portal.updateApp({ path, body: { icon } }));
    onChanged();
  });
  const remove = useAction(async () => {
    await callWithSession(session, () => portal.deleteApp({ path }));
    navigate('/portal');
  });
  return (
    <section aria-labelledby="settings">
      <h2 id="settings">Settings</h2>
      <form
        className="card"
        onSubmit={(event) => {
          event.preventDefault();
          void update.run({ name: name.trim() });
        }}
      >
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
      </form>
      <div className="card">
        <div className="field">
          <label htmlFor={fileId}>Icon</label>
          <input
            id={fileId}
            type="file"
            accept="image/png,image/jpeg,image/webp"
            aria-describedby={`${fileId}-hint`}
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void chooseIcon.run(file);
            }}
          />
          <small id={`${fileId}-hint`} className="hint">
            PNG, JPEG or WebP, up to 12 kB.
          </small>
        </div>
        <ErrorNotice error={chooseIcon.error} />
        {app.icon !== undefined && (
          <Button busy={update.busy} onClick={() => void update.run({ icon: null })}>
            Remove the icon
          </Button>
        )}
      </div>
      <AppMembers api={api} appId={appId} app={app} />
      {app.role === 'owner' && (
        <div className="card">
          <h3>Delete the app</h3>
          <p className="soft">Its keys stop working at once. You can restore it for 30 days from your list of apps.</p>
          <Button kind="danger" onClick={() => setDeleting(true)}>
            Delete the app
          </Button>
        </div>
      )}
      {deleting && (
        <Dialog title={`Delete ${app.name}?`} onClose={() => setDeleting(false)}>
          <p>Its keys stop working at once, and waiting notifications are dropped.</p>
          <ErrorNotice error={remove.error} />
          <div className="actions">
            <Button onClick={() => setDeleting(false)}>Keep it</Button>
            <Button kind="danger" busy={remove.busy} onClick={() => void remove.run()}>
              Delete it
            </Button>
          </div>
        </Dialog>
      )}
    </section>
  );
}
