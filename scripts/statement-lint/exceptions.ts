import type { Exception } from './rules.ts';

const test = 'a question or change of a test';

/** Statements that are not, or need not be, what a distributed engine takes. */
export const exceptions: readonly Exception[] = [
  ...[
    'update notifications.deliveries as delivery set leased_by = $',
    'update notifications.notifications as notification set leased_by',
  ].map(
    (statement) =>
      ({ rule: 'claim-in-a-change', statement, reason: 'a claim of one app, whose rows are on one node' }) as const,
  ),
  {
    rule: 'nested-twice',
    statement: 'from forum.comments where bucket = $',
    reason: 'the replies of one post, so that both tables are on one node',
  },
  {
    rule: 'nested-twice',
    statement: 'select event_id from notifications.activity_seen where app_id = $',
    reason: 'the events of one app, so that all tables are on one node',
  },
  ...(['changing-function', 'claim-in-a-change'] as const).map((rule) => ({
    rule,
    statement: 'update sso.authorization_requests set expires_at = now()',
    reason: test,
  })),
];
