import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../contract-tests/fixtures/runtime/test-database.ts';
import { areaServices } from './platform-services.ts';
import { foreignKeysAcrossNodes, distribution, type Distributed } from './distribution.ts';
import { areas } from '../typed-contract/areas.ts';
import { type DistributionState, isSpread, rowStatements, schemaStatements } from './distribute.ts';
import { hashSlot } from '../runtime/outbound/redis.ts';
import { type GroupOwners, groupOf, markOf, marksOf, ownersInCluster, slotPrefix } from './used-proofs.ts';
import { useStarted } from '../../contract-tests/fixtures/use-started.ts';

interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: readonly string[];
}

interface ForeignKey extends Key {
  readonly target: string;
  readonly targetColumns: readonly string[];
}

const database = useStarted(() =>
  createTestDatabase(...areas.map((area) => ({ area, migrations: areaServices[area].migrations }))),
);
let columns: { readonly table: string; readonly name: string; readonly required: boolean }[];
let uniqueKeys: Key[];
let foreignKeys: ForeignKey[];

beforeAll(async () => {
  const isPlatformTable = sql`n.nspname in (${sql.join(areas)}) and c.relname not like 'migrations%'`;
  const table = sql`n.nspname || '.' || c.relname as table`;
  columns = (
    await sql<(typeof columns)[number]>`
      select ${table}, a.attname::text as name, a.attnotnull as required
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind = 'r' and ${isPlatformTable}`.execute(database.db)
  ).rows;
  uniqueKeys = (
    await sql<Key>`
      select ${table}, i.relname::text as name,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum = any(x.indkey)) as columns
      from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
        join pg_namespace n on n.oid = c.relnamespace
      where x.indisunique and ${isPlatformTable}`.execute(database.db)
  ).rows;
  const named = (keys: string, of: string) => sql`array(
    select a.attname::text from unnest(${sql.ref(keys)}) with ordinality as k (number, place)
      join pg_attribute a on a.attrelid = ${sql.ref(of)} and a.attnum = k.number order by k.place)`;
  foreignKeys = (
    await sql<ForeignKey>`
      select ${table}, f.conname::text as name, ${named('f.conkey', 'f.conrelid')} as columns,
        tn.nspname || '.' || t.relname as target, ${named('f.confkey', 'f.confrelid')} as "targetColumns"
      from pg_constraint f join pg_class c on c.oid = f.conrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_class t on t.oid = f.confrelid join pg_namespace tn on tn.oid = t.relnamespace
      where f.contype = 'f' and ${isPlatformTable}`.execute(database.db)
  ).rows;
});

const spread = (): [string, Distributed][] =>
  Object.entries(distribution).flatMap(([name, placement]) => ('by' in placement ? [[name, placement]] : []));

test('distribution: exactly the existing tables have a placement', () => {
  expect(Object.keys(distribution).toSorted()).toEqual([...new Set(columns.map(({ table }) => table))].toSorted());
});

test('distribution: distribution columns are not null, and all named columns and keys exist', () => {
  for (const [table, { by, fanOut = {} }] of spread()) {
    expect(columns, `${table}.${by}`).toContainEqual({ table, name: by, required: true });
    for (const column of Object.keys(fanOut)) {
      expect(columns, `${table}.${column}`).toContainEqual(expect.objectContaining({ table, name: column }));
    }
  }
});

test('distribution: every primary and unique key contains the distribution column, except the listed ones', () => {
  const without = uniqueKeys
    .filter(({ table, columns: key }) => {
      const placement = distribution[table];
      return placement && 'by' in placement && !key.includes(placement.by);
    })
    .map(({ table, name }) => `${table} ${name}`);
  const exceptions = spread().flatMap(([table, { global = {} }]) =>
    Object.keys(global).map((key) => `${table} ${key}`),
  );
  expect(without.toSorted()).toEqual(exceptions.toSorted());
});

test('distribution: every foreign key stays on its node, except the listed ones', () => {
  const leaving = foreignKeys
    .filter(({ table, columns: from, target, targetColumns }) => {
      const [placement, other] = [distribution[table], distribution[target]];
      if (!placement || !other || 'copied' in other) return false;
      return 'copied' in placement || from[targetColumns.indexOf(other.by)] !== placement.by;
    })
    .map(({ table, name }) => `${table} ${name}`);
  expect(leaving.toSorted()).toEqual(Object.keys(foreignKeysAcrossNodes).toSorted());
});

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
      table: 'forum.forums',
      name: 'forums_pkey',
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
      target: 'notifications.apps',
    },
    {
      table: 'notifications.presence',
      name: 'presence_app_id_fkey',
      definition: 'FOREIGN KEY (app_id) REFERENCES notifications.apps(id)',
      target: 'notifications.apps',
    },
    {
      table: 'sso.device_codes',
      name: 'device_codes_request_id_bucket_fkey',
      definition: 'FOREIGN KEY (request_id, bucket) REFERENCES sso.authorization_requests(id, bucket)',
      target: 'sso.authorization_requests',
    },
    {
      table: 'sso.authorization_requests',
      name: 'authorization_requests_client_address_fkey',
      definition: 'FOREIGN KEY (client_address) REFERENCES sso.clients(address)',
      target: 'sso.clients',
    },
    {
      table: 'sso.application_members',
      name: 'application_members_owner_sub_fkey',
      definition: 'FOREIGN KEY (owner_sub) REFERENCES sso.owners(sub) ON DELETE CASCADE',
      target: 'sso.owners',
    },
    {
      table: 'sso.devices',
      name: 'devices_owner_sub_fkey',
      definition: 'FOREIGN KEY (owner_sub) REFERENCES sso.owners(sub) ON DELETE CASCADE',
      target: 'sso.owners',
    },
    {
      table: 'sso.reach_requests',
      name: 'reach_requests_client_address_fkey',
      definition: 'FOREIGN KEY (client_address) REFERENCES sso.clients(address)',
      target: 'sso.clients',
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
  const statements = rowStatements(['forum', 'notifications'], fresh);
  expect(statements).toContain('alter table forum.forums add constraint forums_pkey PRIMARY KEY (id, name)');
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

test('distribution: of sso some tables are spread; the others stay, without foreign keys to these', () => {
  const statements = rowStatements(['sso'], fresh);
  expect(statements).toContain("select create_distributed_table('sso.authorization_requests', 'bucket')");
  expect(statements.filter((each) => each.includes("table('")).length).toBe(
    Object.keys(distribution).filter((table) => table.startsWith('sso.') && isSpread(table)).length,
  );
  const named = (name: string) => statements.filter((each) => each.includes(`constraint ${name}`));
  expect(named('device_codes_request_id_bucket_fkey').length).toBe(2);
  expect(named('authorization_requests_client_address_fkey').length).toBe(2);
  expect(named('reach_requests_client_address_fkey')).toEqual([
    'alter table sso.reach_requests drop constraint reach_requests_client_address_fkey',
  ]);
  for (const [table, name] of [
    ['sso.application_members', 'application_members_owner_sub_fkey'],
    ['sso.devices', 'devices_owner_sub_fkey'],
  ] as const)
    expect(named(name)).toEqual([`alter table ${table} drop constraint ${name}`]);
});

const [a, b, c] = ['redis://a', 'redis://b', 'redis://c'];

const cluster = ownersInCluster([
  { first: 0, last: 5_460, url: a },
  { first: 5_461, last: 10_922, url: b },
  { first: 10_923, last: 16_383, url: c },
]);

const single: GroupOwners = [a];

/** The slot that Redis takes for a key. */
const slotOfKey = (key: string) => hashSlot(/^\{(\d+)\}/.exec(key)?.[1] ?? key);

test('groups of proofs: a single server has one group, whose keys have no prefix', () => {
  expect([groupOf(single, 'proof'), slotPrefix(single, 0), markOf(single, 0)]).toEqual([0, '', 'dpop-proofs-since']);
  expect(marksOf(single, a)).toEqual(['dpop-proofs-since']);
});

test('groups of proofs: those of a cluster have slots of their own and are spread over its masters', () => {
  expect(new Set(cluster.map((_owner, group) => hashSlot(String(group)))).size).toBe(1024);
  const shares = [a, b, c].map((url) => marksOf(cluster, url).length);
  expect(shares.reduce((sum, share) => sum + share)).toBe(1024);
  for (const share of shares) expect(share).toBeGreaterThan(300);
});

test('groups of proofs: a proof and the mark of its group have the same slot, at the master of the slot', () => {
  for (const key of ['forum.dpop_proofs:x', 'sso.dpop_proofs:y', '']) {
    const group = groupOf(cluster, key);
    const slot = slotOfKey(slotPrefix(cluster, group) + key);
    expect(slotOfKey(markOf(cluster, group))).toBe(slot);
    expect(cluster[group]).toBe(slot <= 5_460 ? a : slot <= 10_922 ? b : c);
  }
});

test('groups of proofs: slots that no master serves have no owner', () => {
  const partial = ownersInCluster([{ first: 5_461, last: 16_383, url: b }]);
  const without = partial.flatMap((owner, group) => (owner === undefined ? [hashSlot(String(group))] : []));
  expect(without.length).toBeGreaterThan(300);
  expect(Math.max(...without)).toBeLessThanOrEqual(5_460);
});
