import { type ReactNode, useState } from 'react';
import type {
  Contradiction,
  ContradictionCause,
  ContradictionResolution,
  ContradictionState,
} from '../../../generated/backend/types.ts';
import { Choice } from '../ui/field.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import type { ConsoleApi } from './console-api.ts';
import { Badge, Time } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { useAction } from '../ui/requests.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';

const filters = [
  { value: 'open', text: 'Open' },
  { value: 'resolved', text: 'Resolved' },
  { value: 'all', text: 'All' },
] as const satisfies readonly { readonly value: 'all' | ContradictionState; readonly text: string }[];

type StateFilter = (typeof filters)[number]['value'];

/** Payment webhooks that contradict their invoices, each with what an operator can decide. */
export function ContradictionsPage({ api }: { readonly api: ConsoleApi }): ReactNode {
  const { call, backend } = api;
  const [filter, setFilter] = useState<StateFilter>('open');
  const [resolving, setResolving] = useState<{ readonly id: string; readonly resolution: ContradictionResolution }>();
  const pages = usePages(`contradictions ${filter}`, 'contradictions', (page, signal) =>
    call(() => backend.listContradictions({ query: { ...(filter !== 'all' && { state: filter }), ...page }, signal })),
  );
  return (
    <>
      <h1>Payments</h1>
      <p className="lead">
        Signed payment webhooks that contradict their invoices. None of them counts unless you settle it.
      </p>
      <div className="filters">
        <Choice label="State" value={filter} options={filters} onChange={setFilter} />
      </div>
      <PagedList
        pages={pages}
        empty={<p>{filter === 'open' ? 'No contradiction is open.' : 'There is no contradiction here.'}</p>}
      >
        {(contradictions) => (
          <ul className="entries">
            {contradictions.map((one) => (
              <ContradictionCard
                key={one.id}
                contradiction={one}
                ask={(resolution) => setResolving({ id: one.id, resolution })}
              />
            ))}
          </ul>
        )}
      </PagedList>
      {resolving !== undefined && (
        <ResolveDialog
          api={api}
          {...resolving}
          close={() => {
            setResolving(undefined);
            // Also without a resolution, because another operator may have resolved it.
            pages.reload();
          }}
        />
      )}
    </>
  );
}

interface ContradictionCardProps {
  readonly contradiction: Contradiction;
  readonly ask: (resolution: ContradictionResolution) => void;
}

/** One contradiction: what arrived, and its resolution or the buttons for one. */
function ContradictionCard({ contradiction, ask }: ContradictionCardProps): ReactNode {
  const { cause, invoice, txHash, payload, state, createdAt } = contradiction;
  return (
    <li className="card">
      <div className="row between">
        <strong>{contradictionCauses[cause].title}</strong>
        <StateBadge contradiction={contradiction} />
      </div>
      <dl>
        <div>
          <dt>Arrived</dt>
          <dd>
            <Time at={createdAt} />
          </dd>
        </div>
        <div>
          <dt>Invoice</dt>
          <dd>
            <code>{invoice}</code>
          </dd>
        </div>
        <div>
          <dt>Transaction</dt>
          <dd>{txHash === null ? 'none named' : <code>{txHash}</code>}</dd>
        </div>
      </dl>
      <details>
        <summary>Signed webhook</summary>
        <pre>{JSON.stringify(payload, undefined, 2)}</pre>
      </details>
      {state === 'open' ? (
        <Decisions contradiction={contradiction} ask={ask} />
      ) : (
        <Resolution contradiction={contradiction} />
      )}
    </li>
  );
}

function StateBadge({
  contradiction: { state, resolution },
}: Pick<ContradictionCardProps, 'contradiction'>): ReactNode {
  if (state === 'open') return <Badge tone="busy">open</Badge>;
  return <Badge tone={resolution === 'settled' ? 'good' : 'quiet'}>{resolution}</Badge>;
}

function Decisions({ contradiction, ask }: ContradictionCardProps): ReactNode {
  const final = unsettleable(contradiction);
  return (
    <>
      {final !== undefined && <p className="soft">It can only be refused. {final}</p>}
      <div className="row">
        {final === undefined && <Button onClick={() => ask('settled')}>Settle…</Button>}
        <Button onClick={() => ask('refused')}>Refuse…</Button>
      </div>
    </>
  );
}

function Resolution({
  contradiction: { resolvedBy, resolvedAt, reason },
}: Pick<ContradictionCardProps, 'contradiction'>): ReactNode {
  return (
    <p>
      {reason}{' '}
      <span className="soft">
        by {resolvedBy}
        {resolvedAt !== null && (
          <>
            , <Time at={resolvedAt} />
          </>
        )}
      </span>
    </p>
  );
}

interface CauseText {
  readonly title: string;
  /** What cannot change any more, so that the payload can only be refused. */
  readonly final?: string;
}

/** What operators read about each cause. */
const contradictionCauses: Readonly<Record<ContradictionCause, CauseText>> = {
  recipient: { title: 'Another recipient than that of the invoice' },
  amount: { title: 'Another amount than that of the invoice' },
  decimals: { title: 'Other decimals than those of the token' },
  token: { title: 'Another token than that of the invoice' },
  network: { title: 'Another network than that of the invoice' },
  test: { title: 'A test payment of a real product, or the reverse' },
  unknown_invoice: { title: 'No such invoice', final: 'The invoice does not exist, or was deleted after it expired.' },
  expired: { title: 'Paid after the invoice expired' },
  tx_hash_used: {
    title: 'The transaction paid another invoice',
    final: 'One transaction pays one invoice.',
  },
  finalized_after_failed: { title: 'Paid after the payment had failed' },
  failed_after_finalized: {
    title: 'Failed after the payment was final',
    final: 'A report of a failure settles nothing.',
  },
  paid_twice: { title: 'Paid twice, with another transaction', final: 'The invoice is already paid.' },
  refund_without_payment: { title: 'Refunded without a payment' },
  refunded_twice: { title: 'Refunded twice, with another transaction', final: 'The invoice is already refunded.' },
};

/** Why a contradiction can only be refused; undefined when it can be settled too. */
export function unsettleable({ cause, payload }: Pick<Contradiction, 'cause' | 'payload'>): string | undefined {
  if (payload['status'] === 'failed') return contradictionCauses.failed_after_finalized.final;
  return contradictionCauses[cause].final;
}

const decisions = {
  settled: {
    title: 'Settle this payment?',
    action: 'Settle',
    effect: 'The webhook counts as if it had fitted: the invoice is paid, or its refund is recorded. This is final.',
  },
  refused: {
    title: 'Refuse this payment?',
    action: 'Refuse',
    effect: 'The invoice stays as it is. Pay back what arrived; the platform moves no money. This is final.',
  },
} as const satisfies Readonly<Record<ContradictionResolution, object>>;

/** Asks for the reason of a resolution, and resolves. */
function ResolveDialog({
  api: { call, backend },
  id,
  resolution,
  close,
}: {
  readonly api: ConsoleApi;
  /** Of the contradiction. */
  readonly id: string;
  readonly resolution: ContradictionResolution;
  readonly close: () => void;
}): ReactNode {
  const { title, action, effect } = decisions[resolution];
  const resolve = useAction(async (reason: string) => {
    await call(() => backend.resolveContradiction({ path: { id }, body: { resolution, reason } }));
    close();
  });
  return (
    <ConfirmDialog
      title={title}
      action={action}
      note={{ label: 'Reason', hint: 'Stored with the decision, and in the audit.', maxLength: 1000, required: true }}
      confirmation={{ ...resolve, close }}
    >
      <p>{effect}</p>
    </ConfirmDialog>
  );
}
