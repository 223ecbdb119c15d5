import { type ReactNode, useState } from 'react';
import type { Application, CreateApplicationRequest } from '../../../generated/sso/types.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { FormDialog } from '../ui/dialog.tsx';
import { useDraft, useDraftChoice, useHasDraft } from '../ui/drafts.ts';
import { EmptyState, PagedList, usePages } from '../ui/paged-list.tsx';
import { Choice, Field, fieldErrors, LinesField, linesOf } from '../ui/field.tsx';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { useAction } from '../ui/requests.tsx';
import { AppLink, navigate } from '../ui/router.tsx';
import { Badge, Time } from '../ui/values.tsx';
import { applicationPath, type PortalApi } from './portal-api.ts';
import { PortalTabs } from './apps-page.tsx';

const newApplicationDraft = 'name of a new application';

export function ApplicationsPage({
  api: { call, applications },
  onSecret,
}: {
  readonly api: PortalApi;
  /** Receives the secret of a new application, which the next page shows once. */
  readonly onSecret: (clientId: string, secret: string) => void;
}): ReactNode {
  const [adding, setAdding] = useState(useHasDraft(newApplicationDraft));
  usePageTitle('Sign-in applications', 'Developer portal');
  const pages = usePages('applications', 'applications', (page, signal) =>
    call(() => applications.listApplications({ query: page, signal })),
  );
  const create = useAction(async (body: CreateApplicationRequest) => {
    const { clientId, clientSecret } = await call(() => applications.createApplication({ body }));
    if (clientSecret !== undefined) onSecret(clientId, clientSecret);
    navigate(applicationPath(clientId));
  });
  return (
    <MainContent className="page">
      <PortalTabs current="applications" />
      <div className="row between">
        <h1>Sign-in applications</h1>
        <Button kind="primary" onClick={() => setAdding(true)}>
          New application
        </Button>
      </div>
      <p className="lead">An application signs people in with their passkey, over OpenID Connect.</p>
      <PagedList
        pages={pages}
        empty={
          <EmptyState
            title="You have no sign-in application yet"
            action={<Button onClick={() => setAdding(true)}>Register your first</Button>}
          >
            You get a client id at once, and code for your framework that has it in place.
          </EmptyState>
        }
      >
        {(items) => (
          <ul className="tiles">
            {items.map((application) => (
              <ApplicationTile key={application.clientId} {...application} />
            ))}
          </ul>
        )}
      </PagedList>
      {adding && (
        <NewApplication
          create={(body) => void create.run(body)}
          busy={create.busy}
          error={create.error}
          close={() => setAdding(false)}
        />
      )}
    </MainContent>
  );
}

function ApplicationTile(application: Application): ReactNode {
  const { clientId, name, iconUrl, role, reach, reachRequest, createdAt, disabledAt } = application;
  return (
    <li className="card">
      <h2 className="person">
        <Avatar id={clientId} name={name} picture={iconUrl} />
        <AppLink to={applicationPath(clientId)}>
          <bdi>{name}</bdi>
        </AppLink>
      </h2>
      <p className="row">
        <Badge tone="quiet">{role}</Badge>
        {reach === 'platform' && <Badge tone="good">verified</Badge>}
        {reachRequest?.status === 'pending' && <Badge tone="busy">waits for an administrator</Badge>}
        {disabledAt !== null && <Badge tone="bad">disabled</Badge>}
      </p>
      <p className="soft">
        Created <Time at={createdAt} />
      </p>
    </li>
  );
}

const kinds = [
  { value: 'server', text: 'Web application with a server, which keeps a secret' },
  { value: 'browser', text: 'Single-page, mobile or desktop application, without a secret' },
] as const;

function NewApplication({
  create,
  busy,
  error,
  close,
}: {
  readonly create: (body: CreateApplicationRequest) => void;
  readonly busy: boolean;
  readonly error: unknown;
  readonly close: () => void;
}): ReactNode {
  const [name, setName] = useDraft(newApplicationDraft, '');
  const [kind, setKind] = useDraftChoice('kind of a new application', kinds, 'server');
  const [redirects, setRedirects] = useDraft('redirects of a new application', 'http://localhost:3000/callback');
  const errors = fieldErrors(error, ['name', 'redirectUris']);
  const body: CreateApplicationRequest = {
    name: name.trim(),
    redirectUris: linesOf(redirects),
    ...(kind === 'server' && { tokenEndpointAuthMethod: 'client_secret_basic' }),
  };
  return (
    <FormDialog
      title="New sign-in application"
      action="Register the application"
      busy={busy}
      error={errors.other}
      submit={() => create(body)}
      close={close}
    >
      <Field
        label="Name"
        hint="What people read when they approve a sign-in."
        value={name}
        onChange={setName}
        required
        maxLength={80}
        autoComplete="off"
        error={errors.at('name')}
      />
      <Choice label="Kind" value={kind} options={kinds} onChange={setKind} />
      <LinesField
        label="Redirect URIs"
        hint="Where the browser returns to, one a line. On localhost any port works."
        value={redirects}
        onChange={setRedirects}
        error={errors.at('redirectUris')}
      />
    </FormDialog>
  );
}
