import { type ReactNode, useState } from 'react';
import type { ContradictionResolution, ContradictionState } from '../../../generated/backend/types.ts';
import { Choice } from '../ui/field.tsx';
import { PagedList } from '../ui/paged-list.tsx';
import { usePages } from '../ui/use-pages.ts';
import type { ConsoleApi } from './console-api.ts';
import { ContradictionCard } from './contradiction-card.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

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
  const pages = usePages(`contradictions ${filter}`, async (cursor, signal) => {
    const query = { ...(filter !== 'all' && { state: filter }), ...(cursor !== undefined && { cursor }) };
    const { contradictions, nextCursor } = await call(() => backend.listContradictions({ query, signal }));
    return { items: contradictions, nextCursor };
  });
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
