import { type ReactNode, useState } from 'react';
import type {
  ClientAuthMethod,
  Provider,
  AdministeredReachRequest,
  ReachDecision,
} from '../../../generated/sso/types.ts';
import { Badge, Time } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { Choice } from '../ui/field.tsx';
import { PagedList, usePages, EmptyState } from '../ui/paged-list.tsx';
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
import { shortId } from '../ui/avatar.tsx';

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

interface Deciding {
  readonly request: AdministeredReachRequest;
  readonly decision: ReachDecision;
}

/** The queue of applications whose owners ask for the reach `platform`. */
export function ReachRequestsPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const pages = usePages('reach requests', 'requests', (page, signal) =>
    call(() => sso.listReachRequests({ query: { status: 'pending' as const, ...page }, signal })),
  );
  const decide = useConfirmed(async ({ request, decision }: Deciding, reason) => {
    const path = { reachRequestId: request.reachRequestId };
    await call(() => sso.decideReachRequest({ path, body: { decision, reason } }));
    pages.reload();
  });
  return (
    <>
      <h1>Reach requests</h1>
      <p className="lead">
        Developers register applications themselves, with the reach sign-in. With the reach platform an application acts
        for people at the services of the platform, and its name counts as verified.
      </p>
      <PagedList pages={pages} empty={<EmptyState title="Nobody is waiting">New requests appear here.</EmptyState>}>
        {(requests) => (
          <ul className="entries">
            {requests.map((request) => (
              <li key={request.reachRequestId} className="card">
                <ReachRequestFacts {...request} />
                <div className="row">
                  <Button kind="primary" onClick={() => decide.ask({ request, decision: 'approved' })}>
                    Approve<span className="hidden"> {request.application.name}</span>
                  </Button>
                  <Button onClick={() => decide.ask({ request, decision: 'declined' })}>
                    Decline<span className="hidden"> {request.application.name}</span>
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {decide.asked !== undefined && (
        <ConfirmDialog
          title={`${decide.asked.decision === 'approved' ? 'Approve' : 'Decline'} ${decide.asked.request.application.name}?`}
          action={decide.asked.decision === 'approved' ? 'Approve' : 'Decline'}
          note={{
            label: 'Reason',
            hint: 'The developers of the application read it.',
            maxLength: 1000,
            required: true,
          }}
          confirmation={decide}
        >
          <p>
            {decide.asked.decision === 'approved'
              ? 'From their next sign-in on, people let it act for them at the services of the platform.'
              : 'Its reach stays sign-in. The owners can ask again.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

function ReachRequestFacts(request: AdministeredReachRequest): ReactNode {
  const { application, reason, requestedBy, requestedByName, createdAt } = request;
  return (
    <>
      <div className="row between">
        <strong>
          <AppLink to={consolePath('applications', application.clientId)}>
            <bdi>{application.name}</bdi>
          </AppLink>
        </strong>
        <Badge tone="busy">pending</Badge>
      </div>
      <blockquote>{reason}</blockquote>
      <dl>
        <div>
          <dt>Asked</dt>
          <dd>
            <Time at={createdAt} />
            {requestedBy !== null && (
              <>
                {' '}
                by{' '}
                <AppLink to={consolePath('owners', requestedBy)}>
                  <bdi>{requestedByName ?? shortId(requestedBy)}</bdi>
                </AppLink>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>Registered</dt>
          <dd>
            <Time at={application.createdAt} />
          </dd>
        </div>
        <div>
          <dt>Redirect URIs</dt>
          <dd>{application.redirectUris.length === 0 ? 'none' : application.redirectUris.join(', ')}</dd>
        </div>
      </dl>
    </>
  );
}
