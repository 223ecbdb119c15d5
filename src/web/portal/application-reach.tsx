import type { ReactNode } from 'react';
import { Button } from '../ui/button.tsx';
import { useDraft } from '../ui/drafts.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Field, fieldErrors } from '../ui/field.tsx';
import { useAction } from '../ui/requests.tsx';
import { Badge, Time } from '../ui/values.tsx';
import type { ApplicationSectionProps } from './portal-api.ts';

/** Where the tokens of the application reach, and how its owners ask for more. */
export function ApplicationReach({
  api: { call, applications },
  application: { clientId, role, reach, reachRequest, subjectType },
  onChanged,
}: ApplicationSectionProps): ReactNode {
  const [reason, setReason] = useDraft(`reach of ${clientId}`, '');
  const ask = useAction(async () => {
    await call(() => applications.createReachRequest({ path: { clientId }, body: { reason: reason.trim() } }));
    setReason('');
    onChanged();
  });
  const errors = fieldErrors(ask.error, ['reason']);
  const canAsk =
    reach === 'sign-in' && role === 'owner' && reachRequest?.status !== 'pending' && subjectType === 'public';
  return (
    <div className="card">
      <h3>Reach</h3>
      <p>
        {reach === 'platform'
          ? 'Its tokens are accepted by the services of the platform: it can act for people there.'
          : 'It signs people in and calls its own backend. To act for people at the services of the platform, ask the operator.'}
      </p>
      {reachRequest !== undefined && (
        <p role="status">
          {reachRequest.status === 'pending' && <Badge tone="busy">waits for an administrator</Badge>}
          {reachRequest.status === 'approved' && <Badge tone="good">approved</Badge>}
          {reachRequest.status === 'declined' && <Badge tone="bad">declined</Badge>}{' '}
          <Time at={reachRequest.decidedAt ?? reachRequest.createdAt} />
          {reachRequest.decisionReason !== null && <>: {reachRequest.decisionReason}</>}
        </p>
      )}
      {canAsk && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void ask.run();
          }}
        >
          <Field
            label="What does the application do there?"
            hint="The operator reads it before the decision."
            value={reason}
            onChange={setReason}
            required
            maxLength={1000}
            error={errors.at('reason')}
          />
          <ErrorNotice error={errors.other} />
          <Button type="submit" busy={ask.busy}>
            Ask for the reach platform
          </Button>
        </form>
      )}
    </div>
  );
}
