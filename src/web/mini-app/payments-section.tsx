import type { ReactNode } from 'react';
import { unwrap } from '../../typed-contract/client.ts';
import { Badge, formatAmount, Time } from '../ui/values.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import type { MiniAppApi } from './mini-app-api.ts';
import type { ShownProduct } from './mini-app-server.ts';

export interface PaymentsSectionProps {
  readonly api: MiniAppApi;
  /** Names the bought products. */
  readonly products: readonly ShownProduct[];
  /** A new number reloads the list. */
  readonly round: number;
}

const tones = { paid: 'good', failed: 'bad', refunded: 'quiet' } as const;

/** The customer's transactions at the backend. */
export function PaymentsSection({ api: { backend }, products, round }: PaymentsSectionProps): ReactNode {
  const titles = new Map(products.map(({ id, title }) => [id, title]));
  const pages = usePages(`transactions ${round}`, async (cursor, signal) => {
    const query = { limit: 10, ...(cursor !== undefined && { cursor }) };
    const { transactions, nextCursor } = unwrap(await backend.listTransactions({ query, signal }));
    return { items: transactions, nextCursor };
  });
  return (
    <section aria-labelledby="transactions">
      <h2 id="transactions">Your payments</h2>
      <p className="soft">Payments of this demo are simulated. No money moves.</p>
      <PagedList pages={pages} empty={<p>You have bought nothing yet.</p>}>
        {(transactions) => (
          <div className="card table" role="region" aria-label="Payments" tabIndex={0}>
            <table>
              <thead>
                <tr>
                  <th>When</th>
                  <th>Product</th>
                  <th className="number">Amount</th>
                  <th>State</th>
                </tr>
              </thead>
              <tbody>
                {transactions.map(({ id, createdAt, productId, amount, token, status, test }) => (
                  <tr key={id}>
                    <td>
                      <Time at={createdAt} />
                    </td>
                    <td>{titles.get(productId) ?? productId}</td>
                    <td className="number">
                      {formatAmount(amount, token)} {token}
                    </td>
                    <td>
                      <span className="row">
                        <Badge tone={tones[status]}>{status}</Badge>
                        {test === 'true' && <Badge tone="quiet">test</Badge>}
                      </span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </PagedList>
    </section>
  );
}
