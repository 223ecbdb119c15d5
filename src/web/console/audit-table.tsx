import { type ReactNode, useState } from 'react';
import type { AuditEvent } from '../../../generated/sso/types.ts';
import { Person, shortId } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { Drawer } from '../ui/dialog.tsx';
import { AppLink } from '../ui/router.tsx';
import { Age, Time } from '../ui/values.tsx';
import { consolePath } from './console-sections.ts';

/** Who or what a sentence names. */
type SentenceName = 'owner' | 'application' | 'administrator';

/** A part of a sentence: text, or the place of a name. */
type SentencePart = string | { readonly name: SentenceName };

/** Sentences by event. An event without an administrator has its owner as the subject. */
const sentences: Readonly<Record<string, string>> = {
  sign_in_approved: '{owner} let {application} act for them',
  sign_in_rejected: '{owner} declined a sign-in to {application}',
  tokens_issued: '{application} was connected to {owner}',
  code_reused: 'A sign-in code of {application} was used twice',
  refresh_token_reused: 'A refresh token of {application} for {owner} was used twice',
  proof_refused: 'A proof of possession was refused',
  session_revoked: 'A connection of {application} to {owner} ended',
  key_compromised: 'A key of {owner} was reported as compromised',
  access_token_revoked: 'An access token of {application} was revoked',
  signing_key_created: '{administrator} rotated the signing key',
  signing_key_revoked: '{administrator} revoked a signing key',
  device_enrolled: '{owner} added a device',
  device_refused: 'An unknown device was refused',
  device_renamed: '{owner} renamed a device',
  device_removed: '{owner} removed a device',
  device_link_created: '{owner} created a link for another device',
  profile_updated: '{owner} changed their profile',
  recovery_codes_created: '{owner} created recovery codes',
  recovery_refused: 'A recovery was refused',
  recovery_confirmed: '{owner} confirmed a recovery',
  owner_recovered: '{owner} returned with a recovery code',
  passkey_registered: '{owner} added a passkey',
  passkey_renamed: '{owner} renamed a passkey',
  passkey_removed: '{owner} removed a passkey',
  passkey_refused: 'A passkey was refused',
  browser_signed_in: '{owner} signed in to a browser',
  browser_signed_out: '{owner} signed out of a browser',
  session_renamed: '{owner} renamed an agent',
  agent_paused: '{owner} paused an agent of {application}',
  agent_resumed: '{owner} resumed an agent of {application}',
  approval_requested: 'An agent asked {owner} for approval',
  approval_granted: '{owner} approved a request of an agent',
  approval_rejected: '{owner} declined a request of an agent',
  mandate_revoked: '{owner} revoked a mandate',
  delegation_accepted: 'An agent of {owner} received a delegation',
  delegation_revoked: 'A delegation of {owner} was revoked',
  origin_refused: 'A request from a page of another origin was refused',
  owner_deleted: '{owner} was erased',
  owner_suspended: '{administrator} suspended {owner}',
  owner_resumed: '{administrator} resumed {owner}',
  suspended_owner_refused: '{owner} is suspended and was refused',
  console_scopes_set: '{administrator} set what {owner} may do in the console',
  console_opened: '{administrator} opened the console',
  console_closed: '{administrator} left the console',
  console_refused: 'The console stayed closed for {owner}',
  registration_refused: 'A new owner was not admitted',
  invite_created: '{administrator} created an invite',
  invite_revoked: '{administrator} revoked an invite',
  audit_exported: '{administrator} exported the audit',
  admin_refused: 'A wrong administrator key was refused',
  admin_accepted_after_refusals: 'A right administrator key came after wrong ones',
  administrator_created: '{administrator} created an administrator',
  administrator_revoked: '{administrator} revoked an administrator',
  client_refused: 'Wrong credentials of {application} were refused',
  provider_created: '{administrator} registered {application}',
  client_registered: '{application} registered itself',
  provider_updated: '{application} was changed',
  provider_disabled: '{application} was disabled',
  client_secret_created: '{application} got a secret',
  client_secret_revoked: 'A secret of {application} was revoked',
  application_deleted: '{owner} deleted {application}',
  application_invite_created: '{owner} invited somebody to {application}',
  application_invite_revoked: '{owner} revoked an invite to {application}',
  application_joined: '{owner} joined {application}',
  application_member_set: 'The role of {owner} at {application} was changed',
  application_member_removed: '{owner} is no longer a member of {application}',
  reach_requested: '{owner} asked for the platform for {application}',
  reach_decided: '{administrator} decided on the reach of {application}',
  detail_type_added: '{owner} registered a type of request for {application}',
  detail_type_removed: '{owner} removed a type of request of {application}',
  resource_added: '{owner} added a resource to {application}',
  resource_removed: 'A resource of {application} was removed',
  resource_proven: 'A resource of {application} proved itself',
  resource_warned: 'A resource of {application} could not prove itself',
  resource_suspended: 'A resource of {application} was suspended',
};

/** Splits the sentence of an event into text and names. The names of events are an open set. */
function sentenceOf({ event }: Pick<AuditEvent, 'event'>): readonly SentencePart[] {
  const sentence = sentences[event] ?? event.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());
  return sentence.split(/(\{\w+\})/).flatMap((part): readonly SentencePart[] => {
    const name = names.find((one) => part === `{${one}}`);
    if (name !== undefined) return [{ name }];
    return part === '' ? [] : [part];
  });
}

const names = ['owner', 'application', 'administrator'] as const satisfies readonly SentenceName[];

/** Events in sentences; a drawer has everything that the audit knows of one. */
export function AuditTable({ events }: { readonly events: readonly AuditEvent[] }): ReactNode {
  const [open, setOpen] = useState<AuditEvent>();
  return (
    <div className="card">
      <DataTable
        label="Events"
        rows={events}
        rowKey={({ id }) => String(id)}
        columns={[
          { title: 'What', cell: (event) => <Sentence event={event} /> },
          { title: 'When', cell: ({ at }) => <Age at={at} /> },
          {
            title: '',
            cell: (event) => (
              <Button onClick={() => setOpen(event)}>
                Details<span className="hidden"> of event {event.id}</span>
              </Button>
            ),
          },
        ]}
      />
      {open !== undefined && (
        <Drawer title="Event" onClose={() => setOpen(undefined)}>
          <p>
            <Sentence event={open} />
          </p>
          <p className="soft">
            <Time at={open.at} to="second" />
            {open.ip !== null && `, from ${open.ip}`}
          </p>
          <pre>
            <code>{JSON.stringify(open, undefined, 2)}</code>
          </pre>
        </Drawer>
      )}
    </div>
  );
}

function Sentence({ event }: { readonly event: AuditEvent }): ReactNode {
  return (
    <span>
      {sentenceOf(event).map((part) =>
        typeof part === 'string' ? part : <Named key={part.name} name={part.name} event={event} />,
      )}
    </span>
  );
}

function Named({ name, event }: { readonly name: SentenceName; readonly event: AuditEvent }): ReactNode {
  const { sub, ownerName = null, clientId, applicationName = null, administrator } = event;
  if (name === 'owner') {
    if (sub === null) return 'an owner';
    if (sub.startsWith('erased:')) return 'an erased owner';
    return (
      <AppLink to={consolePath('owners', sub)}>
        <Person id={sub} name={ownerName} unnamed="an owner" />
      </AppLink>
    );
  }
  if (name === 'administrator') return <strong>{administrator ?? 'The platform'}</strong>;
  if (clientId === null) return 'an application';
  return (
    <AppLink to={consolePath('applications', clientId)}>
      <bdi>{applicationName ?? `application ${shortId(clientId)}`}</bdi>
    </AppLink>
  );
}
