import { describe, expect, test } from 'vitest';
import { lintStatements, type Rule, violatedRules } from './rules.ts';

/** A statement that a rule refuses, and how to write it instead. */
type Cases = readonly (readonly [refused: string, accepted: string])[];

const cases: Readonly<Record<Rule, Cases>> = {
  'transition-table': [
    [
      'create trigger a after update on sso.sessions referencing old table as before for each statement execute function sso.f()',
      'create trigger a after update on sso.sessions for each row when (new.revoked_at is not null) execute function sso.f()',
    ],
  ],
  'changing-function': [
    [
      'update sso.sessions set revoked_at = now() where id = $1',
      'update sso.sessions set revoked_at = $2 where id = $1',
    ],
    [
      'update sso.sessions set revoked_at = least($1, statement_timestamp()) where id = $2',
      'select 1 from sso.sessions where revoked_at < statement_timestamp()',
    ],
    [
      'delete from sso.sessions where id = $1 returning clock_timestamp()',
      'delete from sso.sessions where id = $1 returning id',
    ],
    [
      'select a.id, current_timestamp from sso.sessions a join sso.owners b on b.sub = a.owner_sub',
      'select id, current_timestamp from sso.sessions',
    ],
    [
      'insert into sso.logout_notices (id) select gen_random_uuid() from sso.sessions s join sso.clients c using (address)',
      'insert into sso.logout_notices (id) values (gen_random_uuid())',
    ],
    [
      'select case when due_at < now() then 1 end from sso.logout_notices',
      'select case when due_at < $1 then 1 end from sso.logout_notices',
    ],
    [
      'insert into sso.attempts as a (network) values ($1) on conflict (network) do update set since = (case when a.n > 1 then now() end)',
      'insert into sso.attempts as a (network) values (now()) on conflict (network) do update set since = excluded.since',
    ],
  ],
  'unread-change': [
    [
      'with gone as (delete from sso.a where id = $1 returning id) insert into sso.b (id) values ($1)',
      'with gone as (delete from sso.a where id = $1 returning id) insert into sso.b (id) select id from gone',
    ],
    [
      'with x as (select 1), y as materialized (update sso.a set b = 1) select * from x',
      'with x as (select 1), y as materialized (update sso.a set b = 1 returning b) select * from x, y',
    ],
  ],
  'nested-twice': [
    [
      'select 1 from sso.a where exists (select from sso.b where c in (select c from sso.d))',
      'select 1 from sso.a where exists (select from sso.b join sso.d using (c))',
    ],
    [
      'select 1 from sso.a where b = (select 1 from sso.b where c = (select 2 from sso.c where d = $1))',
      'select 1 from sso.a where b = (select 1 from sso.b where c in (1, 2))',
    ],
  ],
  'constraint-name': [
    [
      'insert into forum.forums (name) values ($1) on conflict on constraint forums_name do nothing',
      'insert into forum.forums (name) values ($1) on conflict (name) do nothing',
    ],
  ],
  'rows-of-a-parameter': [
    [
      'insert into sso.dpop_proofs (jkt) select jkt from unnest($1::text[]) as p (jkt)',
      'insert into sso.dpop_proofs (jkt) values ($1), ($2)',
    ],
    [
      'insert into sso.a (id) select id from jsonb_to_recordset($1) as p (id uuid)',
      'select id from sso.a where id in (select unnest($1::uuid[]))',
    ],
  ],
  'claim-in-a-change': [
    [
      'delete from sso.a where id in (select id from sso.a where expires_at < $1 limit $2)',
      'delete from sso.a where id in ($1, $2) and expires_at < $3',
    ],
    [
      'with due as (select id from sso.a where b = $1 for update skip locked) update sso.a set c = 1 from due where due.id = a.id',
      'select id from sso.a where b = $1 limit $2 for update skip locked',
    ],
    [
      'with due as (select id from sso.a limit 1), taken as (update sso.a set c = 1) select 1',
      'with one as (select id from sso.a where id = $1 for update), taken as (update sso.a set c = 1 from one returning id) select * from taken',
    ],
  ],
  'advisory-lock': [
    [
      "select pg_advisory_xact_lock(hashtext('sso.signing_keys'))",
      'select kid from sso.signing_keys order by created_at limit 1 for update',
    ],
  ],
  'several-alterations': [
    [
      'alter table sso.a add column b text, drop column c',
      "alter table sso.a add constraint b check (c in ('d', 'e'))",
    ],
  ],
};

describe.each(Object.entries(cases))('statement rules: %s', (rule, statements) => {
  test.each(statements)('refuses %s', (refused, accepted) => {
    expect(violatedRules(refused)).toContain(rule);
    expect(violatedRules(accepted)).toEqual([]);
  });
});

test('statement rules: words in texts, comments and quotation marks are no parts of a statement', () => {
  expect(
    violatedRules(`-- delete from sso.a where b in (select c from d limit 1)
      update sso.a set note = 'now() '' limit', "case" = $1 /* now() */ where id = $$now()$$`),
  ).toEqual([]);
});

test('statement rules: a statement that the server has cut off is checked as far as it goes', () => {
  expect(violatedRules('delete from sso.a where id in (select id from sso.a limit $1')).toEqual(['claim-in-a-change']);
});

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
