import { type ReactNode, useEffect } from 'react';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { AppLink } from '../ui/router.tsx';
import { Badge, Time, type Tone } from '../ui/values.tsx';
import { useAction, useResource, Wait } from '../ui/requests.tsx';
import { sectionPath, type SectionProps } from './app-sections.ts';
import type { Delivery, DeliveryAttempt, DeliveryState, DropReason } from '../../../generated/notifications/types.ts';
import type { PortalApi } from './portal-api.ts';

/** One delivery at its own address. */
export function DeliveryPage({
  api,
  appId,
  deliveryId,
}: Pick<SectionProps, 'api' | 'appId'> & {
  readonly deliveryId: string;
}): ReactNode {
  const { call, portal } = api;
  const path = { appId, deliveryId };
  const { value, error, loading, reload, replace } = useResource(`delivery ${deliveryId}`, (signal) =>
    call(() => portal.getDelivery({ path, signal })),
  );
  const again = useAction(async () => replace(await call(() => portal.redeliver({ path }))));
  return (
    <section aria-labelledby="delivery">
      <p className="crumbs">
        <AppLink to={sectionPath(appId, 'deliveries')}>All deliveries</AppLink>
      </p>
      <ErrorNotice error={error} retry={reload} />
      {value === undefined && loading && <Wait />}
      {value === undefined && !loading && <h2 id="delivery">Delivery</h2>}
      {value !== undefined && (
        <>
          <h2 id="delivery">{eventTitle(value.status)}</h2>
          <p className="row soft">
            <Time at={value.createdAt} to="second" />
            <code>{value.notificationId}</code>
          </p>
          <div className="card stack">
            <DeliveryProgress key={value.state} api={api} appId={appId} delivery={value} onChange={replace} />
            <ErrorNotice error={again.error} />
            {value.state !== 'pending' && (
              <Button busy={again.busy} onClick={() => void again.run()}>
                Deliver again
              </Button>
            )}
          </div>
        </>
      )}
    </section>
  );
}

/** Milliseconds between two polls of a pending delivery. */
const pollInterval = 1_500;

/** One delivery with its attempts, polled until it is settled. */
export function DeliveryProgress({
  api: { call, portal },
  appId,
  delivery,
  onChange,
}: {
  readonly api: PortalApi;
  readonly appId: string;
  /** The last known state. */
  readonly delivery: Delivery;
  /** Called when the state changes. */
  readonly onChange?: (delivery: Delivery) => void;
}): ReactNode {
  const { deliveryId } = delivery;
  const {
    value = delivery,
    error,
    reload,
  } = useResource(deliveryId, (signal) => call(() => portal.getDelivery({ path: { appId, deliveryId }, signal })));
  useEffect(() => {
    if (value.state !== 'pending') return undefined;
    const timer = setTimeout(reload, pollInterval);
    return () => clearTimeout(timer);
  }, [value, reload]);
  const changed = value.state !== delivery.state;
  useEffect(() => {
    if (changed) onChange?.(value);
  }, [changed, value, onChange]);
  return (
    <>
      <ErrorNotice error={error} retry={reload} />
      <DeliveryDetails delivery={value} />
    </>
  );
}

/** Explanations of the contract's `error` codes. */
const causes: Readonly<Record<string, string>> = {
  timeout: 'no response within 10 seconds',
  connection_refused: 'connection refused: no server at this address and port',
  name_not_resolved: 'the host name has no DNS entry',
  address_not_public: 'the address is not public, so no request was sent',
  tls_failed: 'the TLS certificate is not valid',
  lease_expired: 'the attempt was interrupted by a restart of the service',
};

const dropReasons: Readonly<Record<DropReason, string>> = {
  attempts_exhausted: '8 attempts failed',
  webhook_deleted: 'the webhook was removed',
  webhook_paused: 'the webhook was paused for 30 days',
};

/** State, attempts and payload of a delivery. */
function DeliveryDetails({ delivery }: { readonly delivery: Delivery }): ReactNode {
  const { state, attempts, nextAttemptAt, droppedReason } = delivery;
  const last = attempts.at(-1);
  return (
    <div>
      <p className="row">
        <Badge tone={stateTone[state]}>{deliverySummary(delivery)}</Badge>
        <span>
          {attempts.length} {attempts.length === 1 ? 'attempt' : 'attempts'}
        </span>
        {droppedReason !== undefined && <span className="soft">{dropReasons[droppedReason]}</span>}
        {nextAttemptAt !== null && attempts.length > 0 && (
          <span className="soft">
            next <Time at={nextAttemptAt} to="second" />
          </span>
        )}
      </p>
      {state === 'pending' && attempts.length === 0 && <Wait>Sending…</Wait>}
      {attempts.length > 0 && (
        <ol className="attempts">
          {attempts.map((attempt) => (
            <Attempt key={attempt.time} attempt={attempt} />
          ))}
        </ol>
      )}
      <p className="label">Payload</p>
      <pre tabIndex={0} aria-label="Payload">
        {JSON.stringify(payloadOf(delivery, last), null, 2)}
      </pre>
      <p className="hint">
        The body of the last attempt; <code>timestamp</code> is its time. Header <code>webhook-id</code>:{' '}
        <code>{delivery.deliveryId}</code>
      </p>
    </div>
  );
}

function Attempt({
  attempt: { time, status, latencyMs, answer: response, error, request },
}: {
  readonly attempt: DeliveryAttempt;
}): ReactNode {
  const succeeded = status !== null && status >= 200 && status < 300;
  return (
    <li>
      <span className="row">
        <Badge tone={succeeded ? 'good' : 'bad'}>{status ?? error ?? 'failed'}</Badge>
        <Time at={time} to="second" />
        <span className="soft">{latencyMs} ms</span>
      </span>
      {error !== null && <span className="soft">{causes[error] ?? error}</span>}
      {response !== null && response !== '' && <code className="response">{response}</code>}
      {request !== undefined && (
        <details>
          <summary>Request</summary>
          <pre tabIndex={0} aria-label="Request">
            {[
              `POST ${request.url}`,
              ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
            ].join('\n')}
          </pre>
        </details>
      )}
    </li>
  );
}

/** Returns the request body (contract, deliverNotificationStatus). */
function payloadOf(
  { notificationId, status, sessionAddress, test, createdAt }: Delivery,
  last: DeliveryAttempt | undefined,
): object {
  return { notificationId, status, sessionAddress, test, timestamp: last?.time ?? createdAt };
}

/** Titles of events by status; what happened to the notification, not to its webhook. */
export const eventTitles: Readonly<Record<string, string>> = {
  delivered: 'Notification delivered',
  clicked: 'Notification clicked',
  suppressed_user_in_app: 'Notification suppressed: the user was in the app',
  dropped_permission_revoked: 'Notification dropped: permission revoked',
  dropped_device_unreachable: 'Notification dropped: no device reachable',
};

/** Returns the title of an event; the set of statuses is open. */
export const eventTitle = (status: string): string => eventTitles[status] ?? `Notification ${status}`;

/** Returns the text of what happened to the webhook of an event. */
export function deliverySummary({ state, attempts }: Pick<Delivery, 'state' | 'attempts'>): string {
  const times = `${attempts.length} ${attempts.length === 1 ? 'attempt' : 'attempts'}`;
  if (state === 'delivered') return attempts.length > 1 ? `Webhook received after ${times}` : 'Webhook received';
  if (state === 'dropped') return attempts.length > 0 ? `Webhook failed after ${times}` : 'Webhook not sent';
  return attempts.length > 0 ? `Webhook failed ${times}, retrying` : 'Webhook waiting';
}

/** Colour of a delivery's state. */
export const stateTone: Readonly<Record<DeliveryState, Tone>> = { pending: 'busy', delivered: 'good', dropped: 'bad' };
