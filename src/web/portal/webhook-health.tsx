import type { ReactNode } from 'react';
import type { Webhook } from '../../../generated/notifications/types.ts';
import { Time } from '../ui/time.tsx';

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
          Latest 100 attempts: {Math.floor(successRate * 100)} % succeeded
          {latencyMs !== null && `, median ${latencyMs} ms`}.
        </p>
      )}
    </>
  );
}
