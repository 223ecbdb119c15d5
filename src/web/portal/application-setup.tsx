import { type ReactNode, useState } from 'react';
import { CopyField } from '../ui/button.tsx';
import { Choice } from '../ui/field.tsx';
import type { ApplicationSectionProps } from './portal-api.ts';
import { Snippet } from './snippet.tsx';
import { frameworks, snippetOf } from './application-snippets.ts';

/** Code for a framework with the ids of the application in place. */
export function ApplicationSetup({ api: { issuer }, application }: ApplicationSectionProps): ReactNode {
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
