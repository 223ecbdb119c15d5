import { parseArgs } from 'node:util';
import { databasesOf } from '../src/composition/database-settings.ts';
import { readProgramSettings } from '../src/composition/program-settings.ts';
import { chosenAreas } from './command/chosen-areas.ts';
import { showHelp } from './command/show-help.ts';
import { Client } from 'pg';
import type { Area } from '../src/typed-contract/areas.ts';
import { print, printNote } from '../cli/platform/print.ts';

/** Services without tables; they need no database, and their role may only connect. */
const withoutTables = ['web'];

/** Role that owns the tables and migrates them. No service connects with it. */
const ownerRole = 'platform_owner';

/**
 * Returns SQL that creates the database roles of an installation: the owner role, and one role per service that may read
 * and change rows of the service's own schema. It can be run before the first migration and again at any time.
 *
 * Audit rows can only be added: a service may delete them too, but a trigger of the table permits that only after a
 * year, and a role that does not own the table cannot remove the trigger.
 *
 * @param areas whose tables the database has; each is the name of its schema and of its role
 */
const rolesSql = (areas: readonly Area[]): string =>
  [ownerSql, ...areas.map(serviceSql), ...withoutTables.map(connectSql)].join('\n');

const createRole = (role: string): string => `do $$ begin
  if not exists (select from pg_roles where rolname = '${role}') then
    create role ${role} login;
  end if;
end $$;
alter role ${role} nosuperuser nocreatedb nocreaterole;
`;

const ownerSql = `-- The owner migrates: DATABASE_URL of \`npm run migrate\`.
${createRole(ownerRole)}do $$ begin
  execute format('grant connect, create, temporary on database %I to ${ownerRole}', current_database());
  execute format('revoke all on database %I from public', current_database());
end $$;
revoke create on schema public from public;
`;

const connectSql = (service: string): string => `-- ${service}: has no tables.
${createRole(service)}do $$ begin
  execute format('grant connect on database %I to ${service}', current_database());
end $$;
`;

const serviceSql = (service: string): string => `-- ${service}: rows of its own schema.
${createRole(service)}do $$ begin
  execute format('grant connect on database %I to ${service}', current_database());
end $$;
create schema if not exists ${service};
alter schema ${service} owner to ${ownerRole};
do $$
declare
  owned record;
begin
  -- Tables that another role migrated before.
  for owned in
    select c.relkind, c.oid::regclass as name from pg_class c
    where c.relnamespace = '${service}'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
      and c.relowner <> '${ownerRole}'::regrole
      -- A sequence that belongs to a column follows its table.
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0)
  loop
    execute format('alter %s %s owner to ${ownerRole}', case owned.relkind when 'S' then 'sequence' when 'v' then 'view'
      when 'm' then 'materialized view' else 'table' end, owned.name);
  end loop;
  for owned in select p.oid::regprocedure as name from pg_proc p
    where p.pronamespace = '${service}'::regnamespace and p.proowner <> '${ownerRole}'::regrole
  loop
    execute format('alter routine %s owner to ${ownerRole}', owned.name);
  end loop;
  for owned in select format('${service}.%I', s.stxname) as name from pg_statistic_ext s
    where s.stxnamespace = '${service}'::regnamespace and s.stxowner <> '${ownerRole}'::regrole
  loop
    execute format('alter statistics %s owner to ${ownerRole}', owned.name);
  end loop;
end $$;
grant usage on schema ${service} to ${service};
grant select, insert, update, delete on all tables in schema ${service} to ${service};
grant usage, select on all sequences in schema ${service} to ${service};
alter default privileges for role ${ownerRole} in schema ${service}
  grant select, insert, update, delete on tables to ${service};
alter default privileges for role ${ownerRole} in schema ${service} grant usage, select on sequences to ${service};
do $$ begin
  if to_regclass('${service}.audit_events') is not null then
    revoke update on ${service}.audit_events from ${service};
  end if;
  if to_regclass('${service}.migrations') is not null then
    revoke insert, update, delete on ${service}.migrations, ${service}.migrations_lock from ${service};
  end if;
end $$;
`;

interface RolesDatabase {
  readonly areas: readonly Area[];
  readonly databaseUrl: string | undefined;
  /** The setting that names it. */
  readonly setting: string;
}

/**
 * Runs the SQL of the roles as the superuser of a database, and sets the password of each role that has one in the
 * environment. Prints what it did; exits with 1 when a setting or the database is missing.
 */
async function applyRoles(
  { areas, databaseUrl, setting }: RolesDatabase,
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (databaseUrl === undefined) {
    printNote(`${setting} is not set: give the URL of a superuser.`);
    process.exitCode = 1;
    return;
  }
  const client = new Client({ connectionString: databaseUrl });
  try {
    await client.connect();
    await client.query(rolesSql(areas));
    for (const role of [ownerRole, ...areas, ...withoutTables]) {
      const password = env[`${role.toUpperCase()}_PASSWORD`];
      // ALTER ROLE takes no parameters, so the client escapes both.
      if (password)
        await client.query(`alter role ${client.escapeIdentifier(role)} password ${client.escapeLiteral(password)}`);
      print(`${role}: ${password ? 'rights and password are set' : 'rights are set, the password is unchanged'}`);
    }
  } catch (error) {
    printNote(`The roles were not applied: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  } finally {
    await client.end();
  }
}

showHelp(`Usage: npx platform roles [area …] | psql <superuser's URL>

Prints SQL that creates the database roles, one per service and one that owns the tables. Run it before the first migration
and after each one; set passwords with \\password <role>. Where areas (sso, forum, backend, notifications) have databases of
their own, name those of the database: npx platform roles forum.

--apply runs it at DATABASE_URL, and at <AREA>_DATABASE_URL, instead, and sets the passwords of SSO_PASSWORD,
PLATFORM_OWNER_PASSWORD and so on.`);

try {
  const { values, positionals } = parseArgs({
    options: { apply: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const chosen = chosenAreas(positionals);
  if (values.apply) {
    const settings = readProgramSettings(process.env);
    for (const { databaseUrl, directUrl, areas, setting } of databasesOf(settings, chosen))
      await applyRoles({ areas, databaseUrl: directUrl ?? databaseUrl, setting }, process.env);
  } else console.log(rolesSql(chosen));
} catch (error) {
  printNote(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
