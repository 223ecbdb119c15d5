import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field } from '../ui/field.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { Link, navigate } from '../ui/router.tsx';
import { ask } from '../ui/session.ts';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { usePages } from '../ui/use-pages.ts';
import type { PortalApi } from './portal-api.ts';
import { sectionPath } from './sections.ts';

/** Every app of the developer, and the way to another one. */
export function AppsPage({ api: { session, portal } }: { readonly api: PortalApi }): ReactNode {
  const [adding, setAdding] = useState(false);
  const pages = usePages('apps', async (cursor, signal) => {
    const { apps, nextCursor } = await ask(session, () =>
      portal.listApps({ query: cursor === undefined ? {} : { cursor }, signal }),
    );
    return { items: apps, nextCursor };
  });
  const create = useAction(async (name: string) => {
    const { appId } = await ask(session, () => portal.createApp({ body: { name } }));
    navigate(sectionPath(appId, 'keys'));
  });
  return (
    <main className="page">
      <div className="row between">
        <h1>Your apps</h1>
        <Button kind="primary" onClick={() => setAdding(true)}>
          New app
        </Button>
      </div>
      <p className="lead">An app sends notifications under its name, to people who allowed it.</p>
      <PagedList
        pages={pages}
        empty={
          <>
            <p>You have no app yet.</p>
            <p>Make one, issue an API key, and rehearse a notification in the playground: three minutes.</p>
          </>
        }
      >
        {(apps) => (
          <ul className="tiles">
            {apps.map(({ appId, name, createdAt }) => (
              <li key={appId} className="card">
                <h2>
                  <Link to={sectionPath(appId, 'overview')}>{name}</Link>
                </h2>
                <p className="soft">
                  Made <Time at={createdAt} />
                </p>
                <code className="soft">{appId}</code>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {adding && (
        <NewApp
          create={(name) => void create.run(name)}
          busy={create.busy}
          error={create.error}
          close={() => setAdding(false)}
        />
      )}
    </main>
  );
}

interface NewAppProps {
  readonly create: (name: string) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly close: () => void;
}

function NewApp({ create, busy, error, close }: NewAppProps): ReactNode {
  const [name, setName] = useState('');
  return (
    <Dialog title="New app" onClose={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) create(name.trim());
        }}
      >
        <Field
          label="Name"
          hint="The title of every notification, up to 64 characters."
          value={name}
          onChange={setName}
          required
          maxLength={64}
        />
        <ErrorNotice error={error} />
        <div className="actions">
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" kind="primary" busy={busy}>
            Make the app
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
