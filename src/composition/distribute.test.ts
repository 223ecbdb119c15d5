import { expect, test } from 'vitest';
import { type DistributionState, rowStatements, schemaStatements } from './distribute.ts';
import { distribution } from './distribution.ts';

const fresh: DistributionState = {
  schemas: [],
  tables: [],
  uniqueKeys: [
    {
      table: 'notifications.api_keys',
      name: 'api_keys_pkey',
      columns: ['app_id', 'id'],
      definition: 'PRIMARY KEY (app_id, id)',
      constraint: true,
    },
    {
      table: 'backend.transactions',
      name: 'transactions_pkey',
      columns: ['id'],
      definition: 'PRIMARY KEY (id)',
      constraint: true,
    },
    {
      table: 'notifications.api_keys',
      name: 'api_keys_hash',
      columns: ['key_hash'],
      definition: 'CREATE UNIQUE INDEX api_keys_hash ON notifications.api_keys USING btree (key_hash) WHERE live',
      constraint: false,
    },
  ],
  foreignKeys: [
    {
      table: 'notifications.webhooks',
      name: 'webhooks_app_id_fkey',
      definition: 'FOREIGN KEY (app_id) REFERENCES notifications.apps(id)',
    },
    {
      table: 'notifications.presence',
      name: 'presence_app_id_fkey',
      definition: 'FOREIGN KEY (app_id) REFERENCES notifications.apps(id)',
    },
  ],
};

test('distribution: the schema of each area goes to a node, once', () => {
  const statements = schemaStatements(['sso', 'forum'], fresh);
  expect(statements).toContain("select citus_schema_distribute('sso')");
  expect(statements).toContain("select citus_schema_distribute('forum')");
  expect(statements.join('\n')).not.toContain('backend');
  const rest = schemaStatements(['sso', 'forum'], { ...fresh, schemas: ['sso'] });
  expect(rest.filter((each) => each.includes('distribute(')).toString()).toBe(
    "select citus_schema_distribute('forum')",
  );
  expect(schemaStatements(['sso'], { ...fresh, schemas: ['sso'] })).toEqual([]);
});

test('distribution: rows are spread by the column of each table, and small tables copied', () => {
  const statements = rowStatements(['notifications'], fresh);
  expect(statements).toContain("select create_distributed_table('notifications.deliveries', 'app_id')");
  expect(statements).toContain("select create_reference_table('notifications.push_keys')");
  expect(statements.filter((each) => each.includes("'sso."))).toEqual([]);
  expect(rowStatements(['notifications'], { ...fresh, tables: Object.keys(distribution) })).toEqual([]);
});

test('distribution: keys without the column of their table get it, others stay', () => {
  const statements = rowStatements(['backend', 'notifications'], fresh);
  expect(statements).toContain(
    'alter table backend.transactions add constraint transactions_pkey PRIMARY KEY (id, invoice)',
  );
  expect(statements).toContain(
    'CREATE UNIQUE INDEX api_keys_hash ON notifications.api_keys USING btree (app_id, key_hash) WHERE live',
  );
  expect(statements.filter((each) => each.includes('api_keys_pkey'))).toEqual([]);
});

test('distribution: foreign keys within a node are created again when both tables are spread, others are not', () => {
  const statements = rowStatements(['notifications'], fresh);
  const at = (statement: string) => statements.indexOf(statement);
  expect(at('alter table notifications.presence drop constraint presence_app_id_fkey')).toBeGreaterThan(0);
  expect(statements.filter((each) => each.includes('add constraint presence_app_id_fkey'))).toEqual([]);
  expect(
    at(
      'alter table notifications.webhooks add constraint webhooks_app_id_fkey FOREIGN KEY (app_id) REFERENCES notifications.apps(id)',
    ),
  ).toBeGreaterThan(at("select create_distributed_table('notifications.webhooks', 'app_id')"));
});
