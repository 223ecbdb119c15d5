import { type ReactNode, useState } from 'react';
import { Avatar } from '../ui/avatar.tsx';
import { CopyField } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { MainContent, usePageTitle } from '../ui/page.tsx';
import { useResource, Wait } from '../ui/requests.tsx';
import { AppLink } from '../ui/router.tsx';
import { Badge } from '../ui/values.tsx';
import { ApplicationCredentials, IssuedSecret } from './application-credentials.tsx';
import { ApplicationDetailTypes } from './application-detail-types.tsx';
import { ApplicationMembers } from './application-members.tsx';
import { ApplicationResources } from './application-resources.tsx';
import { ApplicationSettings } from './application-settings.tsx';
import { applicationPath, type ApplicationSection, applicationSections } from './applications-api.ts';
import type { ApplicationSectionProps, PortalApi } from './portal-api.ts';
import { Choice } from '../ui/field.tsx';
import { Snippet } from './snippet.tsx';
import { frameworks, snippetOf } from './application-snippets.ts';

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
      <ErrorNotice error={application.error} retry={application.reload} />
      {value === undefined && application.loading && <Wait />}
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
  const [framework, setFramework] = useState<(typeof frameworks)[number]['value']>(method === 'none' ? 'vite' : 'next');
  const [redirectUri = 'http://localhost:3000/callback'] = redirectUris;
  const { file, code } = snippetOf(framework, { issuer, clientId, redirectUri, isPublic: method === 'none' });
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
        <Choice label="Framework" value={framework} options={frameworks} onChange={setFramework} />
        <p className="soft">
          {method === 'none'
            ? 'There is no secret: PKCE protects the sign-in, and libraries for OpenID Connect use it by themselves.'
            : 'The client secret stays on your server, in its environment as CLIENT_SECRET.'}
        </p>
      </div>
      <Snippet key={framework} title={file} codes={[{ language: framework, code }]} />
    </section>
  );
}
