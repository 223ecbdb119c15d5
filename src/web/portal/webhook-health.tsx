import type { ReactNode } from 'react';
import type { Webhook } from '../../../generated/notifications/types.ts';
import { Time } from '../ui/time.tsx';

/** Rounds down, so that 100 % means no failure. */
const share = new Intl.NumberFormat(undefined, { style: 'percent', roundingMode: 'floor' });
const milliseconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond' });

/** How the endpoint responded to the latest attempts, with a banner while it fails. */
export function WebhookHealth({ webhook }: { readonly webhook: Webhook }): ReactNode {
  const { state, failingSince = null, successRate = null, latencyMs = null } = webhook;
  return (
    <>
      {state === 'active' && failingSince !== null && (
        <div className="notice busy" role="status">
          <p>
            <strong>Failing</strong> since <Time at={failingSince} />. Every event is tried 8 times, then dropped; after
            5 days of failures the webhook is paused.
          </p>
        </div>
      )}
      {successRate !== null && (
        <p className="soft">
          Latest 100 attempts: {share.format(successRate)} succeeded
          {latencyMs !== null && `, median ${milliseconds.format(latencyMs)}`}.
        </p>
      )}
    </>
  );
}
