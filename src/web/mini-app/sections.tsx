import { type ReactNode, useEffect, useState } from 'react';
import { unwrap } from '../../typed-contract/client.ts';
import { useNotificationPermission, usePaymentRequest } from '../../client/miniapp/react/host-hooks.ts';
import { Badge, formatAmount, formatDecimal, Time } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { useAction, useResource } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import type { MiniAppApi, NotificationsLeft, ShownProduct } from './mini-app-api.ts';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { DataTable } from '../ui/data-table.tsx';

const outcomeTexts = {
  paid: 'Paid. Thank you! The payment was simulated, and no money moved.',
  cancelled: 'You cancelled the payment. The invoice stays open for a day.',
  failed: 'The payment failed, and nothing was taken.',
} as const;

/** The products. Buying one creates an invoice at the backend, which the host pays. */
export function CatalogSection({
  api,
  products,
  onDone,
}: {
  readonly api: MiniAppApi;
  readonly products: readonly ShownProduct[];
  /** Called when a payment was made, cancelled or failed. */
  readonly onDone: () => void;
}): ReactNode {
  const { requestPayment, callable } = usePaymentRequest();
  const [buying, setBuying] = useState<string>();
  const [outcome, setOutcome] = useState<keyof typeof outcomeTexts>();
  const buy = useAction(async (productId: string) => {
    setBuying(productId);
    setOutcome(undefined);
    const invoice = unwrap(await api.backend.createInvoice({ body: { productId } }));
    const result = await requestPayment(invoice);
    if (!result.ok) throw result.error;
    setOutcome(result.status);
    onDone();
  });
  const bought = products.find(({ id }) => id === buying)?.title;
  return (
    <section aria-labelledby="catalog">
      <h2 id="catalog">Shop</h2>
      {!callable && (
        <p className="notice">
          Paying needs a host. <a href="/host">Open this app in the web host</a>
        </p>
      )}
      <ErrorNotice error={buy.error} />
      {outcome !== undefined && (
        <p className={`notice ${outcome === 'paid' ? 'good' : ''}`} role="status">
          {bought}: {outcomeTexts[outcome]}
        </p>
      )}
      <ul className="products">
        {groupByTitle(products).map(({ title, offers, first: { description, iconUrl, test } }) => (
          <li key={title} className="card">
            <img src={iconUrl} alt="" width="44" height="44" />
            <h3>{title}</h3>
            <p className="soft">{description}</p>
            {test !== undefined && (
              <p>
                <Badge tone="quiet">test</Badge>
              </p>
            )}
            <div className="row">
              {offers.map(({ id, price, token }) => (
                <Button
                  key={id}
                  kind={token === offers[0]?.token ? 'primary' : 'plain'}
                  busy={buy.busy && buying === id}
                  disabled={!callable || (buy.busy && buying !== id)}
                  onClick={() => void buy.run(id)}
                >
                  <span className="hidden">{`Buy ${title} for `}</span>
                  {formatDecimal(price)} {token}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A product with its prices, one per currency. */
interface ProductGroup {
  readonly title: string;
  readonly first: ShownProduct;
  readonly offers: readonly ShownProduct[];
}

/** Returns each product once, with an offer per currency, in the order of the catalog. */
function groupByTitle(products: readonly ShownProduct[]): readonly ProductGroup[] {
  return [...Map.groupBy(products, ({ title }) => title)].flatMap(([title, offers]) =>
    offers[0] === undefined ? [] : [{ title, first: offers[0], offers }],
  );
}

const permissionTexts = {
  granted: 'You allowed notifications.',
  denied: 'You declined notifications. You can allow them in the settings of the host.',
  rate_limited: 'You were asked three times today, so no prompt was shown. Nothing has changed.',
} as const;

/** Delay, seconds, in which the user can close the app. */
const delay = 5;

/** Asks for permission, sends the user a notification and shows the webhook events that the app's server received. */
export function NotifySection({ api: { server } }: { readonly api: MiniAppApi }): ReactNode {
  const { requestPermission, status, isLoading, error, callable } = useNotificationPermission();
  const events = useResource('events', async (signal) => unwrap(await server.listReceivedEvents({ signal })).events);
  // Only the last action is reported, so that no message is about an earlier one.
  const [last, setLast] = useState<'permission' | 'send'>('permission');
  const [sent, setSent] = useState<string>();
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (left === 0) return undefined;
    const timer = setTimeout(() => setLeft(left - 1), 1_000);
    return () => clearTimeout(timer);
  }, [left]);
  const send = useAction(async (inSeconds: number) => {
    // A host that has the permission answers without a prompt.
    const permission = inSeconds > 0 && callable ? await requestPermission() : undefined;
    if (permission?.ok === true && permission.status !== 'granted') return setLast('permission');
    const order = String(Date.now()).slice(-6);
    const { left: quota } = unwrap(
      await server.notifyMe({
        body: {
          body: `Your order ${order} is ready. See you at the counter!`,
          startParam: `order=${order}`,
          inSeconds,
        },
      }),
    );
    setLeft(inSeconds);
    setSent(
      inSeconds > 0
        ? `The notification will be sent in ${inSeconds} seconds.`
        : ['The notification was sent.', quota === null ? '' : notificationsLeftText(quota)].join(' '),
    );
    events.reload();
  });
  const sendIn = (inSeconds: number) => {
    setLast('send');
    setSent(undefined);
    setLeft(0);
    void send.run(inSeconds);
  };
  return (
    <section aria-labelledby="notify" className="card">
      <h2 id="notify">Notifications</h2>
      <p className="soft">
        A person who is in the app gets no notification: order one, then close the app. Tap it to come back.
      </p>
      <div className="row">
        <Button kind="primary" busy={send.busy} onClick={() => sendIn(delay)}>
          Notify me in {delay} seconds
        </Button>
        <Button
          busy={isLoading}
          disabled={!callable}
          onClick={() => {
            setLast('permission');
            void requestPermission();
          }}
        >
          Allow notifications
        </Button>
        <Button busy={send.busy} onClick={() => sendIn(0)}>
          Notify me now
        </Button>
      </div>
      <div role="status">
        {last === 'send' && sent !== undefined && <p>{sent}</p>}
        {last === 'permission' && status !== null && <p>{permissionTexts[status]}</p>}
        {!callable && <p className="soft">The permission prompt needs a host.</p>}
      </div>
      {last === 'send' && left > 0 && (
        <p className="notice good" aria-live="off">
          <strong>Close the app now</strong> with the button above it: {left} s
        </p>
      )}
      <ErrorNotice error={last === 'send' ? send.error : error} />
      <div className="row between">
        <h3>Events that the shop's server received</h3>
        <Button busy={events.loading} onClick={events.reload}>
          Refresh<span className="hidden"> the received events</span>
        </Button>
      </div>
      <ErrorNotice error={events.error} />
      {events.value?.length === 0 && <p className="soft">Nothing yet.</p>}
      <ul className="events">
        {events.value?.map(({ notificationId, status: event, at }) => (
          <li key={`${notificationId} ${event} ${at}`} className="row">
            <Badge tone={event === 'delivered' || event === 'clicked' ? 'good' : 'quiet'}>{event}</Badge>
            <Time at={at} to="second" />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the text of how many notifications are left within 24 hours, and when the next one is possible. */
export function notificationsLeftText({ today, nextInSeconds }: NotificationsLeft): string {
  const left = `${today === 0 ? 'No' : today} ${today === 1 ? 'notification' : 'notifications'} left within 24 hours`;
  return nextInSeconds === 0 ? `${left}.` : `${left}; the next one is possible in ${inWords(nextInSeconds)}.`;
}

function inWords(seconds: number): string {
  const [count, unit] = seconds <= 5400 ? [Math.ceil(seconds / 60), 'minute'] : [Math.ceil(seconds / 3600), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

const tones = { paid: 'good', failed: 'bad', refunded: 'quiet' } as const;

export function PaymentsSection({
  api: { backend },
  products,
  round,
}: {
  readonly api: MiniAppApi;
  /** Names the bought products. */
  readonly products: readonly ShownProduct[];
  /** A new number reloads the list. */
  readonly round: number;
}): ReactNode {
  const titles = new Map(products.map(({ id, title }) => [id, title]));
  const pages = usePages(`transactions ${round}`, 'transactions', async (page, signal) =>
    unwrap(await backend.listTransactions({ query: { limit: 10, ...page }, signal })),
  );
  return (
    <section aria-labelledby="transactions">
      <h2 id="transactions">Your payments</h2>
      <p className="soft">Payments of this demo are simulated. No money moves.</p>
      <PagedList pages={pages} empty={<p>You have bought nothing yet.</p>}>
        {(transactions) => (
          <div className="card">
            <DataTable
              label="Payments"
              onPhone="scroll"
              rows={transactions}
              rowKey={({ id }) => id}
              columns={[
                { title: 'When', cell: ({ createdAt }) => <Time at={createdAt} /> },
                { title: 'Product', cell: ({ productId }) => titles.get(productId) ?? productId },
                {
                  title: 'Amount',
                  kind: 'number',
                  cell: ({ amount, token }) => `${formatAmount(amount, token)} ${token}`,
                },
                {
                  title: 'State',
                  cell: ({ status, test }) => (
                    <span className="row">
                      <Badge tone={tones[status]}>{status}</Badge>
                      {test === 'true' && <Badge tone="quiet">test</Badge>}
                    </span>
                  ),
                },
              ]}
            />
          </div>
        )}
      </PagedList>
    </section>
  );
}
