import { type ReactNode, useState } from 'react';
import type { Delivery, RegisteredWebhook, Webhook } from '../../../generated/notifications/types.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { ResourceStatus, useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { sectionPath, type SectionProps } from './app-sections.ts';
import { ignoreAlreadyDeleted, type PortalApi } from './portal-api.ts';
import { Badge, Time } from '../ui/values.tsx';
import { Button, CopyField, saveFile } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { AppLink } from '../ui/router.tsx';
import { receiverSnippets, Snippet } from './snippet.tsx';
import { DeliveryProgress } from './delivery-page.tsx';
import { WebhookSigning } from './webhook-signing.tsx';
import { Field, fieldErrors, Form } from '../ui/field.tsx';
import { useDraft } from '../ui/drafts.ts';

/** The app's webhook, or the form to register one. */
export function WebhookPage({ api, appId }: SectionProps): ReactNode {
  const { call, portal } = api;
  const webhook = useResource<Webhook | null>(`webhook ${appId}`, async (signal) => {
    const request = { path: { appId }, signal };
    // Another tab may have registered or removed it since the app was read.
    const { hasWebhook } = await call(() => portal.getApp(request));
    if (hasWebhook === false) return null;
    return call(() => portal.getWebhook(request)).catch((error: unknown) => {
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
      <ResourceStatus of={webhook} />
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

interface ShownKeys {
  readonly publicKey: string;
  readonly previousPublicKey?: string;
}

/** A registered webhook: state, signing keys and tests. */
function WebhookCard({
  api,
  appId,
  webhook,
  onChange,
}: {
  readonly api: PortalApi;
  readonly appId: string;
  readonly webhook: Webhook & { readonly publicKey?: string };
  readonly onChange: (webhook: Webhook | null) => void;
}): ReactNode {
  const { call, portal } = api;
  const path = { appId };
  const { publicKey } = webhook;
  const [keys, setKeys] = useState<ShownKeys | undefined>(publicKey === undefined ? undefined : { publicKey });
  const [tested, setTested] = useState<Delivery>();

  const test = useAction(async () => setTested(await call(() => portal.testWebhook({ path }))));
  const rotate = useConfirmed(async () => {
    setKeys(await call(() => portal.rotateWebhookKey({ path })));
    onChange(await call(() => portal.getWebhook({ path })));
  });
  const resume = useAction(async () => onChange(await call(() => portal.resumeWebhook({ path }))));
  const remove = useConfirmed(async () => {
    await ignoreAlreadyDeleted(call(() => portal.deleteWebhook({ path })));
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
          <Button onClick={() => rotate.ask(true)}>Rotate the key</Button>
          <Button kind="danger" onClick={() => remove.ask(true)}>
            Remove
          </Button>
        </div>
      </div>
      <ErrorNotice error={test.error} />
      {keys !== undefined && <Keys {...keys} />}
      <WebhookSigning api={api} appId={appId} webhook={webhook} />
      <Snippet title="Receive and verify events" codes={receiverSnippets(webhook.url, keys?.publicKey)} />
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
      {rotate.asked !== undefined && (
        <ConfirmDialog title="Rotate the key?" action="Rotate it" cancel="Keep the key" confirmation={rotate}>
          <p>
            The new key signs from the next attempt on, including pending events. A receiver with only the old key
            rejects them until it has the new one; each event is retried for about ten minutes, then dropped.
          </p>
        </ConfirmDialog>
      )}
      {remove.asked !== undefined && (
        <ConfirmDialog title="Remove the webhook?" action="Remove it" cancel="Keep it" confirmation={remove}>
          <p>Pending deliveries are dropped, and the key pair is deleted. Registering again creates a new one.</p>
        </ConfirmDialog>
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
      <CopyField label="public key" value={publicKey} />
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
          <CopyField label="previous public key" value={previousPublicKey} />
        </p>
      )}
    </div>
  );
}

/** The form for a webhook's URL, which the service validates. */
function WebhookForm({
  api: { call, portal },
  appId,
  url: current,
  submit,
  onSaved,
}: {
  readonly api: PortalApi;
  readonly appId: string;
  readonly url: string;
  readonly submit: string;
  /** Receives the public key after the first registration. */
  readonly onSaved: (webhook: Webhook | RegisteredWebhook) => void;
}): ReactNode {
  const [url, setUrl] = useDraft(`webhook of ${appId}`, current);
  const save = useAction(async () => {
    const saved = await call(() => portal.setWebhook({ path: { appId }, body: { url: url.trim() } }));
    onSaved(saved);
  });
  const errors = fieldErrors(save.error, ['url']);
  return (
    <Form onSubmit={() => void save.run()}>
      <Field
        label="URL"
        type="url"
        value={url}
        onChange={setUrl}
        required
        maxLength={2048}
        placeholder="https://api.example.com/hooks/push-status"
        error={errors.at('url')}
        hint={
          <>
            A public https URL. To receive events on your own computer, use the https address of a tunnel, or forward
            them with <code>npx platform listen --app {appId} --forward http://localhost:3000/hook</code>.
          </>
        }
      />
      <ErrorNotice error={errors.other} />
      <Button type="submit" kind="primary" busy={save.busy} disabled={url.trim() === '' || url.trim() === current}>
        {submit}
      </Button>
    </Form>
  );
}

/** Rounds down, so that 100 % means no failure. */
const share = new Intl.NumberFormat(undefined, { style: 'percent', roundingMode: 'floor' });
const milliseconds = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond' });

/** How the endpoint responded to the latest attempts, with a banner while it fails. */
function WebhookHealth({ webhook }: { readonly webhook: Webhook }): ReactNode {
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
