import { type ReactNode, useState } from 'react';
import type { ClientAuthMethod, Provider } from '../../../generated/sso/types.ts';
import { Badge, Time } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Choice } from '../ui/field.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { AppLink } from '../ui/router.tsx';
import { useAction } from '../ui/requests.tsx';
import { useHasDraft } from '../ui/drafts.ts';
import {
  type ApplicationDraft,
  ApplicationForm,
  ClientSecretNotice,
  newApplicationDraft,
} from './application-page.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';

/** Methods that the form offers; one with keys of its own is registered by `npm run provider`. */
const methods = [
  { value: 'none', text: 'Public: a browser or native app' },
  { value: 'client_secret_basic', text: 'With a secret, in the Authorization header' },
  { value: 'client_secret_post', text: 'With a secret, in the form' },
] as const satisfies readonly { readonly value: ClientAuthMethod; readonly text: string }[];

type Method = (typeof methods)[number]['value'];

export function ApplicationsPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const [adding, setAdding] = useState(useHasDraft(`name ${newApplicationDraft}`));
  const [method, setMethod] = useState<Method>('none');
  const [created, setCreated] = useState<Provider>();
  const pages = usePages('applications', 'providers', (page, signal) =>
    call(() => sso.listProviders({ query: page, signal })),
  );
  const create = useAction(async (draft: ApplicationDraft) => {
    setCreated(await call(() => sso.createProvider({ body: { ...draft, tokenEndpointAuthMethod: method } })));
    setAdding(false);
    pages.reload();
  });
  return (
    <>
      <div className="row between">
        <h1>Applications</h1>
        <Button kind="primary" onClick={() => setAdding(true)}>
          New application
        </Button>
      </div>
      <p className="lead">Applications that may ask people to sign in.</p>
      {created !== undefined && (
        <div className="notice good" role="status">
          <p>
            <strong>{created.name}</strong> has the client_id <code>{created.providerAddress}</code>.
          </p>
          {created.clientSecret !== undefined && <ClientSecretNotice secret={created.clientSecret} />}
        </div>
      )}
      <PagedList pages={pages} empty={<p>No application is registered.</p>}>
        {(applications) => (
          <ul className="entries">
            {applications.map(({ providerAddress, name, reach, createdAt, disabledAt, registration }) => (
              <li key={providerAddress} className="card">
                <div className="row between">
                  <strong>
                    <AppLink to={consolePath('applications', providerAddress)}>{name}</AppLink>
                  </strong>
                  <span className="row">
                    {registration !== undefined && registration !== 'administrator' && (
                      <Badge tone="busy">{registration === 'owner' ? 'by a developer' : 'registered itself'}</Badge>
                    )}
                    <Badge tone="quiet">{reach}</Badge>
                    {disabledAt !== null && <Badge tone="bad">disabled</Badge>}
                  </span>
                </div>
                <p className="soft">
                  Since <Time at={createdAt} />
                </p>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {adding && (
        <Dialog title="New application" onClose={() => setAdding(false)}>
          <ApplicationForm
            action="Register"
            busy={create.busy}
            error={create.error}
            onSubmit={(draft) => void create.run(draft)}
          >
            <Choice label="Authenticates" value={method} options={methods} onChange={setMethod} />
          </ApplicationForm>
        </Dialog>
      )}
    </>
  );
}
