import { type ReactNode, useEffect, useState } from 'react';
import { RefusedError } from '../../typed-contract/client.ts';
import { Badge } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { Choice, Field, fieldErrors, Form } from '../ui/field.tsx';
import { AppLink } from '../ui/router.tsx';
import { useAction, useResource, Wait } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useDraft, useDraftChoice } from '../ui/drafts.ts';
import { useSubject } from '../ui/session.ts';
import { sectionPath, type SectionProps, type PlaygroundScenario, playgroundScenarios } from './app-sections.ts';
import { DeliveryProgress } from './delivery-page.tsx';
import type { PortalApi } from './portal-api.ts';

interface Outcome {
  readonly status: number;
  readonly body: object | undefined;
  /** Set when the send was accepted. */
  readonly notificationId: string | undefined;
  /** Set when the send was refused. */
  readonly refusal: RefusedError | undefined;
}

/** Sends test notifications: every outcome and error, with signed webhooks and no recipient. */
export function PlaygroundPage({ api, appId, issuedKey }: SectionProps): ReactNode {
  const sub = useSubject(api.session) ?? '';
  const [apiKey, setApiKey] = useState(issuedKey);
  const [body, setBody] = useDraft(`playground text of ${appId}`, 'Your flat white is ready!');
  const [startParam, setStartParam] = useDraft(`playground parameter of ${appId}`, 'order=7041');
  const [scenario, setScenario] = useDraftChoice<PlaygroundScenario>(
    `playground outcome of ${appId}`,
    playgroundScenarios,
    'delivered',
  );
  const [outcome, setOutcome] = useState<Outcome>();
  const send = useAction(async () => {
    setOutcome(undefined);
    const response = await api.sender(apiKey.trim()).sendNotification({
      body: { sessionAddress: sub, body, test: scenario, ...(startParam !== '' && { startParam }) },
    });
    const notificationId = response.status === 202 ? response.body.notificationId : undefined;
    const refusal = response.status === 202 ? undefined : new RefusedError(response);
    setOutcome({ status: response.status, body: response.body, notificationId, refusal });
  });
  // Every refusal is shown as a response; one that is about a field stands there too.
  const errors = fieldErrors(outcome?.refusal, ['body', 'startParam', 'test']);
  return (
    <section aria-labelledby="playground">
      <h2 id="playground">Playground</h2>
      <p className="soft">
        Sends in test mode: no device is notified, consent and limits are not checked, and real signed webhooks are
        sent. You are the recipient.
      </p>
      <div className="columns">
        <Form className="card" onSubmit={() => void send.run()}>
          <Field
            label="API key"
            type="password"
            autoComplete="off"
            value={apiKey}
            onChange={setApiKey}
            required
            hint={
              <>
                Starts with <code>ank_</code>. It is used for this request and not stored.{' '}
                <AppLink to={sectionPath(appId, 'keys')}>Issue one</AppLink>
              </>
            }
          />
          <Choice
            label="Outcome"
            value={scenario}
            options={playgroundScenarios}
            onChange={setScenario}
            error={errors.at('test')}
          />
          <Field
            label="Text"
            value={body}
            onChange={setBody}
            required
            hint="1 to 178 characters."
            error={errors.at('body')}
          />
          <Field
            label="Start parameter"
            value={startParam}
            onChange={setStartParam}
            hint="Passed to the app after a tap; at most 256 bytes."
            error={errors.at('startParam')}
          />
          <ErrorNotice error={send.error} />
          <Button type="submit" kind="primary" busy={send.busy}>
            Send
          </Button>
        </Form>
        <div className="card" aria-live="polite">
          <h3>Response</h3>
          {outcome === undefined ? (
            <p className="soft">Send a notification to see the response.</p>
          ) : (
            <>
              <p>
                <Badge tone={outcome.status === 202 ? 'good' : 'bad'}>{outcome.status}</Badge>
              </p>
              <pre tabIndex={0} aria-label="Response">
                {JSON.stringify(outcome.body, null, 2)}
              </pre>
              {outcome.notificationId !== undefined && (
                <NotificationDeliveries
                  key={outcome.notificationId}
                  api={api}
                  appId={appId}
                  notificationId={outcome.notificationId}
                />
              )}
            </>
          )}
        </div>
      </div>
    </section>
  );
}

/** Milliseconds between two polls, and their number: an app without a webhook has no deliveries. */
const pollInterval = 700;
const maxPolls = 5;

/** The webhook deliveries of one notification, updated while they are sent. */
function NotificationDeliveries({
  api,
  appId,
  notificationId,
}: {
  readonly api: PortalApi;
  readonly appId: string;
  readonly notificationId: string;
}): ReactNode {
  const { call, portal } = api;
  const [polls, setPolls] = useState(1);
  const found = useResource(`${notificationId} ${polls}`, async (signal) => {
    const page = await call(() =>
      portal.listDeliveries({ path: { appId }, query: { notificationId, limit: 10 }, signal }),
    );
    return page.deliveries.toReversed();
  });
  const { value, error, reload } = found;
  useEffect(() => {
    if (value === undefined || value.length > 0 || polls >= maxPolls) return undefined;
    const timer = setTimeout(() => setPolls(polls + 1), pollInterval);
    return () => clearTimeout(timer);
  }, [value, polls]);
  if (error !== undefined) return <ErrorNotice error={error} retry={reload} />;
  if (value === undefined || (value.length === 0 && polls < maxPolls)) return <Wait>Waiting for its webhooks…</Wait>;
  if (value.length === 0) return <p className="soft">No webhook was sent: the app has none registered.</p>;
  return (
    <>
      {value.map((delivery) => (
        <div key={delivery.deliveryId}>
          <h4>Webhook {delivery.status}</h4>
          <DeliveryProgress api={api} appId={appId} delivery={delivery} />
        </div>
      ))}
    </>
  );
}
