import { type ReactNode, useState } from 'react';
import type { OwnerStatus } from '../../../generated/sso/types.ts';
import { Badge, Time } from '../ui/values.tsx';
import { Choice, Field, Form } from '../ui/field.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { AppLink } from '../ui/router.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';
import { Person } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';

const statuses = [
  { value: 'all', text: 'All' },
  { value: 'active', text: 'Active' },
  { value: 'suspended', text: 'Suspended' },
] as const satisfies readonly { readonly value: 'all' | OwnerStatus; readonly text: string }[];

type StatusFilter = (typeof statuses)[number]['value'];

export function OwnersPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const [text, setText] = useState('');
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<StatusFilter>('all');
  const pages = usePages(`owners ${status} ${search}`, 'owners', (page, signal) =>
    call(() =>
      sso.listOwners({
        query: {
          ...(search !== '' && { search }),
          ...(status !== 'all' && { status }),
          ...page,
        },
        signal,
      }),
    ),
  );
  return (
    <>
      <h1>Owners</h1>
      <Form role="search" className="filters" onSubmit={() => setSearch(text.trim())}>
        <Field
          label="Search"
          hint="Beginning of a name, of a session address, or of a device's or passkey's name, or a whole key thumbprint."
          value={text}
          onChange={setText}
          maxLength={256}
          autoComplete="off"
        />
        <Choice label="Status" value={status} options={statuses} onChange={setStatus} />
        <Button type="submit">Search</Button>
      </Form>
      <PagedList pages={pages} empty={<p>No owner fits.</p>}>
        {(owners) => (
          <DataTable
            rows={owners}
            rowKey={({ sub }) => sub}
            columns={[
              {
                title: 'Owner',
                cell: ({ sub, displayName }) => (
                  <AppLink to={consolePath('owners', sub)}>
                    <Person id={sub} name={displayName} />
                  </AppLink>
                ),
              },
              { title: 'Created', cell: ({ createdAt }) => <Time at={createdAt} /> },
              { title: 'Devices and passkeys', kind: 'number', cell: ({ authenticators }) => authenticators },
              {
                title: 'Status',
                cell: ({ status: state }) => <Badge tone={state === 'active' ? 'good' : 'bad'}>{state}</Badge>,
              },
            ]}
          />
        )}
      </PagedList>
    </>
  );
}
