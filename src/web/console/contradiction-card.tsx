import type { ReactNode } from 'react';
import type { Contradiction, ContradictionResolution } from '../../../generated/backend/types.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Time } from '../ui/time.tsx';
import { contradictionCauses, unsettleable } from './contradiction-causes.ts';

export interface ContradictionCardProps {
  readonly contradiction: Contradiction;
  readonly ask: (resolution: ContradictionResolution) => void;
}

/** One contradiction: what arrived, and its resolution or the buttons for one. */
export function ContradictionCard({ contradiction, ask }: ContradictionCardProps): ReactNode {
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
