import { type ReactNode, useState } from 'react';
import { Badge, Time } from '../ui/values.tsx';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { Field, fieldErrors } from '../ui/field.tsx';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { AppLink, navigate } from '../ui/router.tsx';
import { useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useDraft, useHasDraft } from '../ui/drafts.ts';
import type { PortalApi } from './portal-api.ts';
import { sectionPath } from './app-sections.ts';

const newAppDraft = 'new app';

export function AppsPage({ api: { call, portal } }: { readonly api: PortalApi }): ReactNode {
  const [adding, setAdding] = useState(useHasDraft(newAppDraft));
  usePageTitle('Your apps', 'Developer portal');
  const pages = usePages('apps', 'apps', (page, signal) => call(() => portal.listApps({ query: page, signal })));
  const create = useAction(async (name: string) => {
    const { appId } = await call(() => portal.createApp({ body: { name } }));
    navigate(sectionPath(appId, 'keys'));
  });
  return (
    <MainContent className="page">
      <PortalTabs current="apps" />
      <div className="row between">
        <h1>Your apps</h1>
        <Button kind="primary" onClick={() => setAdding(true)}>
          New app
        </Button>
      </div>
      <p className="lead">An app sends notifications under its name to users who allowed it.</p>
      <PagedList
        pages={pages}
        empty={
          <>
            <p>You have no app yet.</p>
            <p>Create one, issue an API key and send a test notification in the playground. It takes three minutes.</p>
          </>
        }
      >
        {(apps) => (
          <ul className="tiles">
            {apps.map(({ appId, name, createdAt, webhookProblem }) => (
              <li key={appId} className="card">
                <h2 className="person">
                  <Avatar id={appId} name={name} />
                  <AppLink to={sectionPath(appId, 'overview')}>
                    <bdi>{name}</bdi>
                  </AppLink>
                </h2>
                <p className="soft">
                  Created <Time at={createdAt} />
                </p>
                {webhookProblem !== undefined && (
                  <p>
                    <AppLink to={sectionPath(appId, 'webhook')}>
                      <Badge tone="bad">
                        {webhookProblem === 'paused' ? 'Webhook paused' : 'Webhook failing for an hour'}
                      </Badge>
                    </AppLink>
                  </p>
                )}
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      <DeletedApps api={{ call, portal }} onRestored={pages.reload} />
      {adding && (
        <NewApp
          create={(name) => void create.run(name)}
          busy={create.busy}
          error={create.error}
          close={() => setAdding(false)}
        />
      )}
    </MainContent>
  );
}

function NewApp({
  create,
  busy,
  error,
  close,
}: {
  readonly create: (name: string) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly close: () => void;
}): ReactNode {
  const [name, setName] = useDraft(newAppDraft, '');
  const errors = fieldErrors(error, ['name']);
  return (
    <FormDialog
      title="New app"
      action="Create the app"
      busy={busy}
      error={errors.other}
      submit={() => create(name.trim())}
      close={close}
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
    </FormDialog>
  );
}

/** Apps that can be restored. */
function DeletedApps({
  api: { call, portal },
  onRestored,
}: {
  readonly api: Pick<PortalApi, 'call' | 'portal'>;
  readonly onRestored: () => void;
}): ReactNode {
  const [round, setRound] = useState(0);
  const deleted = useResource(`deleted apps ${round}`, (signal) =>
    call(() => portal.listApps({ query: { deleted: true }, signal })),
  );
  const restore = useAction(async (appId: string) => {
    await call(() => portal.restoreApp({ path: { appId } }));
    setRound(round + 1);
    onRestored();
  });
  const apps = deleted.value?.apps ?? [];
  if (apps.length === 0) return null;
  return (
    <details className="card">
      <summary>Deleted apps</summary>
      <p className="soft">They are erased 30 days after their deletion.</p>
      <ErrorNotice error={restore.error} />
      <ul className="bare">
        {apps.map(({ appId, name, deletedAt }) => (
          <li key={appId} className="row between">
            <span>
              {name}
              {deletedAt !== undefined && (
                <span className="soft">
                  {' '}
                  deleted <Time at={deletedAt} />
                </span>
              )}
            </span>
            <Button busy={restore.busy} onClick={() => void restore.run(appId)}>
              Restore<span className="hidden"> {name}</span>
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The two kinds of what a developer builds here. */
export function PortalTabs({ current }: { readonly current: 'apps' | 'applications' }): ReactNode {
  return (
    <nav className="tabs" aria-label="Sections of the portal">
      <AppLink to="/portal" current={current === 'apps'}>
        Notification apps
      </AppLink>
      <AppLink to="/portal/applications" current={current === 'applications'}>
        Sign-in applications
      </AppLink>
    </nav>
  );
}
