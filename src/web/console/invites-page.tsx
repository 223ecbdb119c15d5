import { type ReactNode, useState } from 'react';
import type { CreatedInvite, Invite, InviteStatus } from '../../../generated/sso/types.ts';
import { Badge, Time, type Tone } from '../ui/values.tsx';
import { Button, CopyField } from '../ui/button.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { Choice, Field, Form } from '../ui/field.tsx';
import { PagedList, usePages } from '../ui/paged-list.tsx';
import { useAction } from '../ui/requests.tsx';
import { useDraft } from '../ui/drafts.ts';
import type { ConsoleApi } from './console-api.ts';

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
