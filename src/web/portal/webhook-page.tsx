import type { ReactNode } from 'react';
import type { Webhook } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { callWithSession } from '../ui/session.ts';
import { useResource } from '../ui/use-resource.ts';
import { Wait } from '../ui/wait.tsx';
import type { SectionProps } from './section-props.ts';
import { WebhookCard } from './registered-webhook.tsx';
import { WebhookForm } from './webhook-form.tsx';

/** The app's webhook, or the form to register one. */
export function WebhookPage({ api, appId }: SectionProps): ReactNode {
  const { session, portal } = api;
  const webhook = useResource<Webhook | null>(`webhook ${appId}`, async (signal) => {
    const request = { path: { appId }, signal };
    // Another tab may have registered or removed it since the app was read.
    const { hasWebhook } = await callWithSession(session, () => portal.getApp(request));
    if (hasWebhook === false) return null;
    return callWithSession(session, () => portal.getWebhook(request)).catch((error: unknown) => {
      if (error instanceof RefusedError && error.status === 404) return null;
      throw error;
    });
  });
  return (
    <section aria-labelledby="webhook">
      <h2 id="webhook">Webhook</h2>
      <p className="soft">
        Your backend receives the outcome of every notification in a signed request. Verify the signature with the
        public key before you use the body.
      </p>
      <ErrorNotice error={webhook.error} retry={webhook.reload} />
      {webhook.value === undefined && webhook.loading && <Wait />}
      {webhook.value === null && (
        <div className="card">
          <h3>Register a webhook</h3>
          <WebhookForm api={api} appId={appId} url="" submit="Register" onSaved={webhook.replace} />
        </div>
      )}
      {webhook.value && (
        <WebhookCard
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
