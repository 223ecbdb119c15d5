import type { Exception } from './report.ts';

const claims = 'claims of all keys in one statement, for now';
const times = 'compares with the clock of the database inside the statement, for now';
const oneStatement = 'several tables of one request in one statement, for now';
const test = 'a question or change of a test';

/** Statements that are not yet, or need not be, what a distributed engine takes. */
export const exceptions: readonly Exception[] = [
  ...[
    'from sso.system_pushes where next_attempt_at <=',
    'from backend.settled_events where state = $',
    'update sso.approval_requests as request set notifications =',
    'update notifications.deliveries as delivery set leased_by = $',
    'update "sso"."application_resources" set "next_check_at"',
    'update sso.logout_notices as notice set attempts',
    'update notifications.notifications as notification set leased_by',
  ].map((statement) => ({ rule: 'claim-in-a-change', statement, reason: claims }) as const),
  ...[
    'update notifications.deliveries as delivery set leased_by = $',
    'update sso.logout_notices as notice set attempts',
    'update sso.refresh_tokens set spent_at =',
    'update sso.authorization_requests set redeemed_at =',
    'select * from backend.payment_intents where id = $',
  ].map((statement) => ({ rule: 'nested-twice', statement, reason: oneStatement }) as const),
  ...[
    'update notifications.deliveries set state =',
    'update notifications.deliveries as delivery set leased_by = $',
    'update notifications.deliveries as clicked set due_at',
    'update notifications.deliveries as waiting set due_at',
    'update "notifications"."deliveries" set "state"',
    'update "notifications"."webhooks" set',
    'insert into "notifications"."webhooks"',
    'from "notifications"."webhooks" where',
    'update backend.settled_events as event set',
  ].map((statement) => ({ rule: 'changing-function', statement, reason: times }) as const),
  ...['update sso.sessions set status_index = nextval', 'set status_index = nextval', 'as "reserved_index"'].map(
    (statement) => ({ rule: 'changing-function', statement, reason: 'takes a number of a sequence, for now' }) as const,
  ),
  ...[
    'update sso.refresh_tokens set spent_at =',
    'update sso.authorization_requests set redeemed_at =',
    'update sso.sessions set status_index = nextval',
    'update sso.sessions as session set status_index = nextval',
    'insert into backend.transactions',
    'update notifications.deliveries as delivery set state = result.state',
  ].map((statement) => ({ rule: 'unread-change', statement, reason: oneStatement }) as const),
  ...['sessions_revocation', 'sessions_helpers', 'sessions_logout'].map(
    (trigger) =>
      ({
        rule: 'transition-table',
        statement: `create trigger ${trigger} `,
        reason: 'keeps the order of keys over a whole statement, for now',
      }) as const,
  ),
  {
    rule: 'constraint-name',
    statement: 'insert into "forum"."reports"',
    reason: 'names the constraint of one report per owner, for now',
  },
  {
    rule: 'claim-in-a-change',
    statement: 'update forum.agents as agent set owner = coalesce',
    reason: 'an erasure, of one owner at a time',
  },
  {
    rule: 'changing-function',
    statement: 'update notifications.audit_events set actor_sub',
    reason: 'an erasure, of one person at a time; the function of a role that may do nothing else',
  },
  {
    rule: 'nested-twice',
    statement: 'update sso.audit_events set owner_sub = pseudonym',
    reason: 'an erasure, of one owner at a time; the function of a role that may do nothing else',
  },
  {
    rule: 'nested-twice',
    statement: 'from forum.comments where post_id = $',
    reason: 'the replies of one post, so that both tables are on one node',
  },
  {
    rule: 'nested-twice',
    statement: 'select event_id from notifications.activity_seen where app_id = $',
    reason: 'the events of one app, so that all tables are on one node',
  },
  { rule: 'nested-twice', statement: 'select (select count(*) from forum.posts as post', reason: test },
  ...(['changing-function', 'claim-in-a-change'] as const).map((rule) => ({
    rule,
    statement: 'update sso.authorization_requests set expires_at = now()',
    reason: test,
  })),
  { rule: 'changing-function', statement: 'set due_at = clock_timestamp() - interval', reason: test },
];
