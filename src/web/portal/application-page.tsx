import { type ReactNode, useState, useEffect } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { CopyField, Button } from '../ui/button.tsx';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { ResourceStatus, useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { AppLink } from '../ui/router.tsx';
import { Badge, Time } from '../ui/values.tsx';
import { ApplicationDetailTypes } from './application-detail-types.tsx';
import { ApplicationMembers } from './members.tsx';
import { ApplicationResources } from './application-resources.tsx';
import { ApplicationSettings } from './application-settings.tsx';
import {
  applicationPath,
  type ApplicationSection,
  applicationSections,
  type ApplicationSectionProps,
  type PortalApi,
} from './portal-api.ts';
import { Choice } from '../ui/field.tsx';
import { Snippet } from './snippet.tsx';
import { frameworksFor, redirectUriFor, snippetsOf } from './application-snippets.ts';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { DataTable } from '../ui/data-table.tsx';

const titles: Readonly<Record<ApplicationSection, string>> = {
  setup: 'Setup',
  credentials: 'Credentials',
  members: 'Members',
  resources: 'Resources',
  types: 'Request types',
  settings: 'Settings',
};

const pageOf: Readonly<
  Record<
    ApplicationSection,
    (props: ApplicationSectionProps & { readonly onSecret: (secret: string) => void }) => ReactNode
  >
> = {
  setup: ApplicationSetup,
  credentials: ApplicationCredentials,
  members: ApplicationMembers,
  resources: ApplicationResources,
  types: ApplicationDetailTypes,
  settings: ApplicationSettings,
};

/** One sign-in application with tabs for its sections. */
export function ApplicationPage({
  api,
  clientId,
  section,
  secret,
  onSecret,
}: {
  readonly api: PortalApi;
  readonly clientId: string;
  readonly section: ApplicationSection;
  /** A secret that was just issued and that the developer has not saved yet. */
  readonly secret: string | undefined;
  readonly onSecret: (secret: string | undefined) => void;
}): ReactNode {
  const { call, applications } = api;
  const application = useResource(`application ${clientId}`, (signal) =>
    call(() => applications.getApplication({ path: { clientId }, signal })),
  );
  const { value } = application;
  usePageTitle(...(value === undefined ? [] : [titles[section], value.name]), 'Developer portal');
  const SectionPage = pageOf[section];
  return (
    <MainContent className="page">
      <p className="crumbs">
        <AppLink to="/portal/applications">Sign-in applications</AppLink>
      </p>
      {value === undefined && <h1 className={application.loading ? 'hidden' : undefined}>Application</h1>}
      <ResourceStatus of={application} />
      {value !== undefined && (
        <>
          <h1 className="row">
            <Avatar id={clientId} name={value.name} picture={value.iconUrl} />
            <bdi>{value.name}</bdi>
            {value.reach === 'platform' && <Badge tone="good">verified</Badge>}
            {value.disabledAt !== null && <Badge tone="bad">disabled by an administrator</Badge>}
          </h1>
          <details className="soft">
            <summary>Details</summary>
            <CopyField label="client id" value={clientId} />
          </details>
          {secret !== undefined && <IssuedSecret secret={secret} onSaved={() => onSecret(undefined)} />}
          <nav className="tabs" aria-label="Sections of the application">
            {applicationSections.map((one) => (
              <AppLink key={one} to={applicationPath(clientId, one)} current={one === section}>
                {titles[one]}
              </AppLink>
            ))}
          </nav>
          <SectionPage api={api} application={value} onChanged={application.reload} onSecret={onSecret} />
        </>
      )}
    </MainContent>
  );
}

/** Code for a framework with the ids of the application in place. */
function ApplicationSetup({ api: { issuer }, application }: ApplicationSectionProps): ReactNode {
  const { clientId, redirectUris, tokenEndpointAuthMethod: method } = application;
  const isPublic = method === 'none';
  const frameworks = frameworksFor(isPublic);
  const [chosen, setChosen] = useState(isPublic ? 'vite' : 'next');
  const framework = frameworks.find(({ value }) => value === chosen);
  if (framework === undefined) return null;
  const redirectUri = redirectUriFor(framework, redirectUris);
  return (
    <section aria-labelledby="setup">
      <h2 id="setup">Setup</h2>
      <div className="card">
        <dl className="application-facts">
          <div>
            <dt>Issuer</dt>
            <dd>
              <CopyField label="issuer" value={issuer} />
            </dd>
          </div>
          <div>
            <dt>Client id</dt>
            <dd>
              <CopyField label="client id" value={clientId} />
            </dd>
          </div>
          <div>
            <dt>Redirect URI</dt>
            <dd>
              <CopyField label="redirect URI" value={redirectUri} />
            </dd>
          </div>
          <div>
            <dt>Discovery</dt>
            <dd>
              <CopyField label="discovery" value={`${issuer}/.well-known/openid-configuration`} />
            </dd>
          </div>
        </dl>
      </div>
      <div className="card">
        <Choice label="Framework" value={chosen} options={frameworks} onChange={setChosen} />
        {!redirectUris.includes(redirectUri) && (
          <p className="notice warning" role="status">
            This code returns to {redirectUri}, which is not registered.{' '}
            <AppLink to={applicationPath(clientId, 'settings')}>Add it to the redirect URIs</AppLink>
          </p>
        )}
        <p className="soft">
          {isPublic
            ? 'There is no secret: PKCE protects the sign-in, and libraries for OpenID Connect use it by themselves.'
            : 'The client secret stays on your server, in its environment as CLIENT_SECRET.'}
        </p>
      </div>
      {snippetsOf(framework, { issuer, clientId, redirectUri, isPublic }).map(({ file, code }) => (
        <Snippet key={file} title={file} codes={[{ language: chosen, code }]} />
      ))}
    </section>
  );
}

/** A secret that is shown once. The browser asks before the page is left, until the developer says that it is saved. */
function IssuedSecret({ secret, onSaved }: { readonly secret: string; readonly onSaved: () => void }): ReactNode {
  useEffect(() => {
    const keep = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', keep);
    return () => window.removeEventListener('beforeunload', keep);
  }, []);
  return (
    <div className="notice good" role="status">
      <p>
        <strong>Copy the client secret now.</strong> It is shown only once; the provider stores its hash.
      </p>
      <p>
        <CopyField label="client secret" value={secret} />
      </p>
      <Button onClick={onSaved}>I have saved it</Button>
    </div>
  );
}

const explanations = {
  none: 'A public application: PKCE protects every sign-in, and there is no secret that could leak.',
  private_key_jwt: 'It signs assertions with a key of its own (private_key_jwt), so that there is no secret.',
} as const;

function ApplicationCredentials({
  api: { call, applications },
  application: { clientId, tokenEndpointAuthMethod: method, secrets },
  onChanged,
  onSecret,
}: ApplicationSectionProps & { readonly onSecret: (secret: string) => void }): ReactNode {
  const issue = useAction(async () => {
    const { clientSecret } = await call(() => applications.createApplicationSecret({ path: { clientId } }));
    onSecret(clientSecret);
    onChanged();
  });
  const revoke = useConfirmed(async (secretId: string) => {
    await call(() => applications.revokeApplicationSecret({ path: { clientId, secretId } }));
    onChanged();
  });
  if (method === 'none' || method === 'private_key_jwt')
    return (
      <section aria-labelledby="credentials">
        <h2 id="credentials">Credentials</h2>
        <p>{explanations[method]}</p>
      </section>
    );
  return (
    <section aria-labelledby="credentials">
      <div className="row between">
        <h2 id="credentials">Client secrets</h2>
        <Button busy={issue.busy} disabled={secrets.length >= 2} onClick={() => void issue.run()}>
          {secrets.length === 0 ? 'Issue a secret' : 'Rotate: issue a second secret'}
        </Button>
      </div>
      <p className="soft">Two secrets work at the same time, so that you change them without downtime.</p>
      <ErrorNotice error={issue.error} />
      <div className="card">
        <DataTable
          label="Secrets in use"
          rows={secrets}
          rowKey={({ secretId }) => secretId}
          columns={[
            { title: 'Secret', cell: ({ secretId }) => <code>{secretId}</code> },
            { title: 'Issued', cell: ({ createdAt }) => <Time at={createdAt} /> },
            {
              title: '',
              kind: 'number',
              cell: ({ secretId }) => (
                <button type="button" className="button small danger" onClick={() => revoke.ask(secretId)}>
                  Revoke<span className="hidden"> {secretId}</span>
                </button>
              ),
            },
          ]}
        />
      </div>
      {revoke.asked !== undefined && (
        <ConfirmDialog title="Revoke this secret?" action="Revoke it" confirmation={revoke}>
          <p>It stops working at once. Sign-ins through a server that still uses it fail.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
