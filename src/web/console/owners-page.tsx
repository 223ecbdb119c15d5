import { type ReactNode, useState } from 'react';
import type { OwnerStatus, CreatedInvite, Invite, InviteStatus } from '../../../generated/sso/types.ts';
import { Badge, Time, type Tone } from '../ui/values.tsx';
import { Choice, Field, Form } from '../ui/field.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { AppLink } from '../ui/router.tsx';
import type { ConsoleApi } from './console-api.ts';
import { consolePath } from './console-sections.ts';
import { Person } from '../ui/avatar.tsx';
import { Button, CopyField } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { useAction, ErrorNotice } from '../ui/requests.tsx';
import { useDraft } from '../ui/drafts.ts';

const statuses = [
  { value: 'all', text: 'All' },
  { value: 'active', text: 'Active' },
  { value: 'suspended', text: 'Suspended' },
] as const satisfies readonly { readonly value: 'all' | OwnerStatus; readonly text: string }[];

type StatusFilter = (typeof statuses)[number]['value'];

export function OwnersPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
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
      <SearchForm
        label="Search"
        hint="Beginning of a name, of a session address, or of a device's or passkey's name, or a whole key thumbprint."
        onSearch={setSearch}
      >
        <Choice label="Status" value={status} options={statuses} onChange={setStatus} />
      </SearchForm>
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

/** A search field that searches on submit. */
function SearchForm({
  label,
  hint,
  onSearch,
  children,
}: {
  readonly label: string;
  readonly hint: string;
  readonly onSearch: (text: string) => void;
  /** Further filters. */
  readonly children?: ReactNode;
}): ReactNode {
  const [text, setText] = useState('');
  return (
    <Form role="search" className="filters" onSubmit={() => onSearch(text.trim())}>
      <Field label={label} hint={hint} value={text} onChange={setText} maxLength={256} autoComplete="off" />
      {children}
      <Button type="submit">Search</Button>
    </Form>
  );
}

const toneOf: Readonly<Record<InviteStatus, Tone>> = { open: 'busy', used: 'good', expired: 'quiet', revoked: 'bad' };

export function InvitesPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const [created, setCreated] = useState<CreatedInvite>();
  const pages = usePages('invites', 'invites', (page, signal) => call(() => sso.listInvites({ query: page, signal })));
  const create = useAction(async (note: string, expiresInSeconds: number) => {
    const body = { ...(note !== '' && { note }), expiresInSeconds };
    setCreated(await call(() => sso.createInvite({ body })));
    pages.reload();
  });
  const revoke = useConfirmed(async ({ id }: Invite) => {
    const changed = await call(() => sso.revokeInvite({ path: { inviteId: id } }));
    pages.replace((invite) => invite.id === id, changed);
  });
  return (
    <>
      <h1>Invites</h1>
      <p className="lead">Each invite lets one new owner in, also where registration is by invitation only.</p>
      <NewInvite create={(note, seconds) => void create.run(note, seconds)} busy={create.busy} />
      <ErrorNotice error={create.error} />
      {created !== undefined && (
        <div className="notice good" role="status">
          <p>
            <strong>Copy the invite now.</strong> It is shown only once.
          </p>
          <p>
            <CopyField label="link" value={created.link} />
          </p>
          <p>
            Code for devices: <CopyField label="code" value={created.code} />
          </p>
        </div>
      )}
      <PagedList pages={pages} empty={<p>There is no invite yet.</p>}>
        {(invites) => (
          <DataTable
            rows={invites}
            rowKey={({ id }) => id}
            columns={[
              { title: 'Note', cell: ({ note }) => note ?? 'none' },
              { title: 'Created by', cell: ({ createdBy }) => createdBy },
              { title: 'Expires', cell: ({ expiresAt }) => <Time at={expiresAt} /> },
              { title: 'Status', cell: ({ status }) => <Badge tone={toneOf[status]}>{status}</Badge> },
              {
                title: 'Action',
                cell: (invite) =>
                  invite.status === 'open' && <Button onClick={() => revoke.ask(invite)}>Revoke</Button>,
              },
            ]}
          />
        )}
      </PagedList>
      {revoke.asked !== undefined && (
        <ConfirmDialog title="Revoke this invite?" action="Revoke it" confirmation={revoke}>
          <p>
            Its link and its code{revoke.asked.note !== null && <> for “{revoke.asked.note}”</>} stop working at once.
            Nobody who is an owner already is affected.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

const lifetimes = [
  { value: '86400', text: '1 day' },
  { value: '604800', text: '7 days' },
  { value: '2592000', text: '30 days' },
] as const;

function NewInvite({
  create,
  busy,
}: {
  readonly create: (note: string, expiresInSeconds: number) => void;
  readonly busy: boolean;
}): ReactNode {
  const [note, setNote] = useDraft('note of an invite', '');
  const [lifetime, setLifetime] = useState<(typeof lifetimes)[number]['value']>('604800');
  return (
    <Form
      className="filters"
      onSubmit={() => {
        if (!busy) create(note.trim(), Number(lifetime));
      }}
    >
      <Field
        label="Note"
        hint="For administrators, such as for whom it is."
        value={note}
        onChange={setNote}
        maxLength={64}
      />
      <Choice label="Valid for" value={lifetime} options={lifetimes} onChange={setLifetime} />
      <Button type="submit" kind="primary" busy={busy}>
        Create an invite
      </Button>
    </Form>
  );
}
