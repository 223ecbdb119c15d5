import { expect, test } from 'vitest';
import { countReaches, type ExplainedShape, shapesOf } from './explained-shapes.ts';
import { countByPath, namedFanOuts, countByArea, unusedNames, otherTests } from './request-paths.ts';

const skipped = [{ test: 'plans (of one server)', because: 'a reason' }];

test('test:citus: the pattern matches all names but those that are left out', () => {
  const pattern = new RegExp(otherTests(skipped));
  expect(
    ['posts: plans (of one server) are fast', 'posts: plans of one server'].filter((name) => pattern.test(name)),
  ).toEqual(['posts: plans of one server']);
});

test('test:citus: tests are counted by area, and names that no test has are found', () => {
  const report = {
    testResults: [
      {
        name: '/checkout/src/backend/a.test.ts',
        assertionResults: [
          { fullName: 'one', status: 'passed' },
          { fullName: 'two', status: 'failed' },
          { fullName: 'three', status: 'pending' },
        ],
      },
    ],
  };
  expect(countByArea(report)).toEqual(['src/backend: 1 passed, 1 failed, 1 skipped']);
  expect(unusedNames(report, ['thr', 'four'])).toEqual(['four']);
});

test('test:citus: a shape belongs to the area of its tables, and what only tests and the engine send is left out', () => {
  const statements = [
    'select "id"\n from "forum"."posts" where id = $1',
    'select "id" from "forum"."posts" where id = $1',
    'insert into sso.owners (sub) select $1 from generate_series($2, $3)',
    'select name from "sso"."migrations"',
    'create table sso.a (b text)',
    'select 1',
  ];
  expect(shapesOf(statements)).toEqual([
    { area: 'forum', statement: 'select "id" from "forum"."posts" where id = $1' },
  ]);
});

test('test:citus: statements are counted by area and by the nodes that they ask', () => {
  const shape = { area: 'sso', statement: 'select 1' } as const;
  const counts = countReaches([
    { ...shape, reach: 'one node' },
    { ...shape, reach: 'refused' },
  ]);
  expect(counts).toContain('sso: 1 ask one node, 0 all nodes, 1 are refused, 0 were not explained');
});

test('test:citus: a request path is counted by its statements, first those that ask all nodes', () => {
  const shape = (statement: string, reach: ExplainedShape['reach']) => ({ area: 'sso', statement, reach }) as const;
  const requests = [
    { path: 'GET /a', statement: 'select 1' },
    { path: 'GET /b', statement: 'select\n 2 -- a comment\n' },
    { path: 'GET /b', statement: 'select 1' },
    { path: 'GET /c', statement: 'begin' },
  ];
  expect(countByPath(requests, [shape('select 1', 'one node'), shape('select 2', 'all nodes')])).toEqual([
    'GET /b: 1 ask one node, 1 all nodes, 0 are refused',
    'GET /a: 1 ask one node, 0 all nodes, 0 are refused',
  ]);
});

test('test:citus: a request path that asks all nodes is a named exception with its rate, and a job is only named', () => {
  const explained = [
    { area: 'sso', statement: 'select 1', reach: 'all nodes' },
    { area: 'sso', statement: 'select 2', reach: 'one node' },
  ] as const;
  const requests = [
    { path: 'GET /a', statement: 'select 1' },
    { path: 'GET /b', statement: 'select 1' },
    { path: 'GET /c', statement: 'select 2' },
    { path: 'job src/a.ts', statement: 'select 1' },
    { path: 'tests', statement: 'select 1' },
  ];
  const tables = ['sso.recovery_codes'];
  const exceptions = ['GET /a', 'GET /c', 'GET /not-run'].map((path) => ({ path, tables, rate: 'one a request' }));
  const { lines, violations, unused } = namedFanOuts(requests, explained, {
    exceptions,
    areas: ['sso'],
  });
  expect(lines.map((line) => line.split(' (')[0])).toEqual([
    'GET /a: 1 of its statements: one a request',
    'GET /b: 1 of its statements',
    'job src/a.ts: 1 of its statements',
  ]);
  expect(lines[0]).toContain('the caller sends only the secret');
  expect(violations).toEqual(['GET /b: select 1']);
  expect(unused).toEqual(['GET /c']);
});
