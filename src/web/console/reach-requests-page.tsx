import type { ReactNode } from 'react';
import type { AdministeredReachRequest, ReachDecision } from '../../../generated/sso/types.ts';
import { shortId } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { EmptyState, PagedList, usePages } from '../ui/paged-list.tsx';
import { AppLink } from '../ui/router.tsx';
import { Badge, Time } from '../ui/values.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';

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
