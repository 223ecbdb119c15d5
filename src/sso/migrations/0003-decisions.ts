import { type Kysely, sql } from 'kysely';

export const name = '0003-decisions';

/** Adds passkey assertions per action, the browser of a request, the codes to pick from, and `amr`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sso.passkey_challenges
      add column action text,
      drop constraint passkey_challenges_kind_check,
      drop constraint passkey_challenges_check,
      add constraint passkey_challenges_kind_check check (kind in ('registration', 'sign_in', 'assertion')),
      add constraint passkey_challenges_registration_check
        check (kind <> 'registration' or (owner_sub is not null and new_owner is not null and name is not null)),
      add constraint passkey_challenges_assertion_check
        check (kind <> 'assertion' or (owner_sub is not null and action is not null))`.execute(db);

  // Requests from before this migration have neither; they expire within 10 minutes.
  await sql`
    alter table sso.authorization_requests
      add column browser_hash text,
      add column decoy_codes text[] not null default '{}',
      add column amr text[]`.execute(db);
  // Null for sessions from before this migration: their id_tokens carry no amr.
  await sql`alter table sso.sessions add column amr text[]`.execute(db);
  await sql`
    alter table sso.clients
      add column comparison text not null default 'optional' check (comparison in ('required', 'optional'))`.execute(
    db,
  );
}
