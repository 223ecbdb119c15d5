import { type ReactNode, useState } from 'react';
import { unwrap } from '../../typed-contract/client.ts';
import { usePaymentRequest } from '../../client/miniapp/react/host-hooks.ts';
import { Badge, formatDecimal } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { useAction } from '../ui/requests.tsx';
import type { MiniAppApi } from './mini-app-api.ts';
import type { ShownProduct } from './mini-app-server.ts';

export interface CatalogSectionProps {
  readonly api: MiniAppApi;
  readonly products: readonly ShownProduct[];
  /** Called when a payment was made, cancelled or failed. */
  readonly onDone: () => void;
}

const outcomeTexts = {
  paid: 'Paid. Thank you! The payment was simulated, and no money moved.',
  cancelled: 'You cancelled the payment. The invoice stays open for a day.',
  failed: 'The payment failed, and nothing was taken.',
} as const;

/** The products. Buying one creates an invoice at the backend, which the host pays. */
export function CatalogSection({ api, products, onDone }: CatalogSectionProps): ReactNode {
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
        {products.map(({ id, title, description, iconUrl, price, token, test }) => (
          <li key={id} className="card">
            <img src={iconUrl} alt="" width="44" height="44" />
            <h3>{title}</h3>
            <p className="soft">{description}</p>
            <p className="row">
              <strong>
                {formatDecimal(price)} {token}
              </strong>
              {test !== undefined && <Badge tone="quiet">test</Badge>}
            </p>
            <Button
              kind="primary"
              busy={buy.busy && buying === id}
              disabled={!callable || (buy.busy && buying !== id)}
              onClick={() => void buy.run(id)}
            >
              Buy<span className="hidden"> {`${title} for ${formatDecimal(price)} ${token}`}</span>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
