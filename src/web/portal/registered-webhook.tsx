import { type ReactNode, useState } from 'react';
import type { Delivery, Webhook } from '../../../generated/notifications/types.ts';
import { ignoreAlreadyDeleted } from '../ui/already-deleted.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { CopyText } from '../ui/copy-text.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { AppLink } from '../ui/router.tsx';
import { saveFile } from '../ui/save-file.ts';
import { callWithSession } from '../ui/session.ts';
import { Time } from '../ui/time.tsx';
import { useAction } from '../ui/use-action.ts';
import { DeliveryProgress } from './delivery-progress.tsx';
import { WebhookHealth } from './webhook-health.tsx';
import type { PortalApi } from './portal-api.ts';
import { sectionPath } from './app-sections.ts';
import { WebhookSigning } from './webhook-signing.tsx';
import { WebhookForm } from './webhook-form.tsx';

export interface RegisteredWebhookProps {
  readonly api: PortalApi;
  readonly appId: string;
  readonly webhook: Webhook & { readonly publicKey?: string };
  readonly onChange: (webhook: Webhook | null) => void;
}

interface ShownKeys {
  readonly publicKey: string;
  readonly previousPublicKey?: string;
}

/** A registered webhook: state, signing keys and tests. */
export function WebhookCard({ api, appId, webhook, onChange }: RegisteredWebhookProps): ReactNode {
  const { session, portal } = api;
  const path = { appId };
  const { publicKey } = webhook;
  const [keys, setKeys] = useState<ShownKeys | undefined>(publicKey === undefined ? undefined : { publicKey });
  const [tested, setTested] = useState<Delivery>();
  const [confirming, setConfirming] = useState<'rotate' | 'remove'>();
  const cancel = () => setConfirming(undefined);

  const test = useAction(async () => setTested(await callWithSession(session, () => portal.testWebhook({ path }))));
  const rotate = useAction(async () => {
    setKeys(await callWithSession(session, () => portal.rotateWebhookKey({ path })));
    onChange(await callWithSession(session, () => portal.getWebhook({ path })));
    cancel();
  });
  const resume = useAction(async () => onChange(await callWithSession(session, () => portal.resumeWebhook({ path }))));
  const remove = useAction(async () => {
    await ignoreAlreadyDeleted(callWithSession(session, () => portal.deleteWebhook({ path })));
    onChange(null);
  });
  return (
    <>
      {webhook.state === 'paused' && (
        <div className="notice busy" role="status">
          <p>
            <strong>Paused</strong>
            {webhook.pausedAt !== null && (
              <>
                {' '}
                since <Time at={webhook.pausedAt} />
              </>
            )}
            : every delivery failed for 5 days, or the endpoint responded 410. Pending deliveries wait for 30 days;
            resuming sends them immediately.
          </p>
          <ErrorNotice error={resume.error} />
          <Button kind="primary" busy={resume.busy} onClick={() => void resume.run()}>
            Resume
          </Button>
        </div>
      )}
      <div className="card">
        <p className="row">
          <code>{webhook.url}</code>
          <Badge tone={webhook.state === 'active' ? 'good' : 'busy'}>{webhook.state}</Badge>
        </p>
        {webhook.publicKeyFingerprint !== undefined && (
          <p className="soft">
            SHA-256 of the public key: <code>{webhook.publicKeyFingerprint.replace(/.{4}(?=.)/g, '$& ')}</code>
          </p>
        )}
        <WebhookHealth webhook={webhook} />
        <div className="row">
          <Button kind="primary" busy={test.busy} disabled={webhook.state === 'paused'} onClick={() => void test.run()}>
            Send a test event
          </Button>
          <Button onClick={() => setConfirming('rotate')}>Rotate the key</Button>
          <Button kind="danger" onClick={() => setConfirming('remove')}>
            Remove
          </Button>
        </div>
      </div>
      <ErrorNotice error={test.error} />
      {keys !== undefined && <Keys {...keys} />}
      <WebhookSigning api={api} appId={appId} webhook={webhook} />
      {tested !== undefined && (
        <div className="card">
          <h3>Test event</h3>
          <DeliveryProgress key={tested.deliveryId} api={api} appId={appId} delivery={tested} />
          <AppLink to={sectionPath(appId, 'deliveries')}>All deliveries</AppLink>
        </div>
      )}
      <div className="card">
        <h3>Change the address</h3>
        <WebhookForm key={webhook.url} api={api} appId={appId} url={webhook.url} submit="Change" onSaved={onChange} />
      </div>
      {confirming === 'rotate' && (
        <Dialog title="Rotate the key?" onClose={cancel}>
          <p>
            The new key signs from the next attempt on, including pending events. A receiver with only the old key
            rejects them until it has the new one; each event is retried for about ten minutes, then dropped.
          </p>
          <ErrorNotice error={rotate.error} />
          <div className="actions">
            <Button onClick={cancel}>Keep the key</Button>
            <Button kind="danger" busy={rotate.busy} onClick={() => void rotate.run()}>
              Rotate it
            </Button>
          </div>
        </Dialog>
      )}
      {confirming === 'remove' && (
        <Dialog title="Remove the webhook?" onClose={cancel}>
          <p>Pending deliveries are dropped, and the key pair is deleted. Registering again creates a new one.</p>
          <ErrorNotice error={remove.error} />
          <div className="actions">
            <Button onClick={cancel}>Keep it</Button>
            <Button kind="danger" busy={remove.busy} onClick={() => void remove.run()}>
              Remove it
            </Button>
          </div>
        </Dialog>
      )}
    </>
  );
}

function Keys({ publicKey, previousPublicKey }: ShownKeys): ReactNode {
  return (
    <div className="notice good" role="status">
      <p>
        <strong>Copy the public key now.</strong> It is shown here, and again only after a rotation.
      </p>
      <CopyText label="public key" value={publicKey} />
      <p>
        <Button
          onClick={() => saveFile('webhook-public-key.txt', new Blob([`${publicKey}\n`], { type: 'text/plain' }))}
        >
          Download the public key
        </Button>
      </p>
      {previousPublicKey !== undefined && (
        <p>
          It signs from now on. Until what was on its way has arrived, try the previous one second:
          <br />
          <CopyText label="previous public key" value={previousPublicKey} />
        </p>
      )}
    </div>
  );
}
