import { type ReactNode, useState } from 'react';
import type { AdministeredReachRequest, ReachDecision } from '../../../generated/sso/types.ts';
import { shortId } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { EmptyState, PagedList, usePages } from '../ui/paged-list.tsx';
import { useAction } from '../ui/requests.tsx';
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
  const [deciding, setDeciding] = useState<Deciding>();
  const pages = usePages('reach requests', async (cursor, signal) => {
    const query = { status: 'pending' as const, ...(cursor !== undefined && { cursor }) };
    const { requests, nextCursor } = await call(() => sso.listReachRequests({ query, signal }));
    return { items: requests, nextCursor };
  });
  const decide = useAction(async ({ request, decision }: Deciding, reason: string) => {
    const path = { reachRequestId: request.reachRequestId };
    await call(() => sso.decideReachRequest({ path, body: { decision, reason } }));
    setDeciding(undefined);
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
                  <Button kind="primary" onClick={() => setDeciding({ request, decision: 'approved' })}>
                    Approve<span className="hidden"> {request.application.name}</span>
                  </Button>
                  <Button onClick={() => setDeciding({ request, decision: 'declined' })}>
                    Decline<span className="hidden"> {request.application.name}</span>
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
      {deciding !== undefined && (
        <ConfirmDialog
          title={`${deciding.decision === 'approved' ? 'Approve' : 'Decline'} ${deciding.request.application.name}?`}
          action={deciding.decision === 'approved' ? 'Approve' : 'Decline'}
          note={{
            label: 'Reason',
            hint: 'The developers of the application read it.',
            maxLength: 1000,
            required: true,
          }}
          busy={decide.busy}
          error={decide.error}
          run={(reason) => void decide.run(deciding, reason)}
          close={() => setDeciding(undefined)}
        >
          <p>
            {deciding.decision === 'approved'
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
