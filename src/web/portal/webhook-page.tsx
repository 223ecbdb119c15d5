import type { ReactNode } from 'react';
import type { Webhook } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ask } from '../ui/session.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import type { SectionProps } from './section-props.ts';
import { RegisteredWebhook } from './registered-webhook.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** The address that hears outcomes: registered, or about to be. */
export function WebhookPage({ api, appId }: SectionProps): ReactNode {
  const { session, portal } = api;
  const webhook = useResource<Webhook | null>(`webhook ${appId}`, (signal) =>
    ask(session, () => portal.getWebhook({ path: { appId }, signal })).catch((error: unknown) => {
      if (error instanceof RefusedError && error.status === 404) return null;
      throw error;
    }),
  );
  return (
    <section aria-labelledby="webhook">
      <h2 id="webhook">Webhook</h2>
      <p className="soft">
        After every notification your backend hears what became of it, in a signed request. Verify it with the public
        key before you read it.
      </p>
      <ErrorNotice error={webhook.error} retry={webhook.reload} />
      {webhook.value === undefined && webhook.loading && <Wait />}
      {webhook.value === null && (
        <div className="card">
          <h3>Register an address</h3>
          <WebhookForm api={api} appId={appId} url="" submit="Register" onSaved={webhook.replace} />
        </div>
      )}
      {webhook.value && (
        <RegisteredWebhook
          key={webhook.value.createdAt}
          api={api}
          appId={appId}
          webhook={webhook.value}
          onChange={webhook.replace}
        />
      )}
    </section>
  );
}
