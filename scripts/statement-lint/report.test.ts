import { expect, test } from 'vitest';
import { lintStatements } from './report.ts';

const claim = 'delete from sso.a where id in (\n  select id from sso.a limit $1)';
const exception = { rule: 'claim-in-a-change', statement: 'delete from sso.a where', reason: 'a test' } as const;

test('statement lint: names each violation once, however often it was recorded', () => {
  expect(lintStatements([claim, claim.replace('\n  ', ' '), 'select 1'], [])).toEqual({
    violations: ['claim-in-a-change: delete from sso.a where id in ( select id from sso.a limit $1)'],
    unused: [],
  });
});

test('statement lint: an exception holds for its statement and its rule only', () => {
  expect(lintStatements([claim], [exception])).toEqual({ violations: [], unused: [] });
  expect(lintStatements([claim.replace('sso.a', 'sso.b')], [exception]).violations).toHaveLength(1);
  expect(lintStatements([claim], [{ ...exception, rule: 'unread-change' }]).violations).toHaveLength(1);
});

test('statement lint: reports exceptions that no statement needs any more', () => {
  expect(lintStatements(['select 1'], [exception]).unused).toEqual([exception]);
});

test('statement lint: what only tests send is no finding', () => {
  const fill = `insert into sso.a (id) select case when n > 1 then gen_random_uuid() end from generate_series(1, 9) as n`;
  expect(lintStatements([`explain ${claim}`, fill], []).violations).toEqual([]);
});
