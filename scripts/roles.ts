import { parseArgs } from 'node:util';
import { databasesOf } from '../src/composition/database-settings.ts';
import { platformSettings } from '../src/composition/settings.ts';
import { withSecretFiles } from '../src/runtime/start/setting-sources.ts';
import { readSettings } from '../src/runtime/start/settings.ts';
import { chosenAreas } from './command/chosen-areas.ts';
import { applyRoles, rolesSql } from './roles/roles.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run --silent roles [-- area …] | psql <superuser's URL>

Prints SQL that creates the database roles, one per service and one that owns the tables. Run it before the first migration
and after each one; set passwords with \\password <role>. Where areas (sso, forum, backend, notifications) have databases of
their own, name those of the database: -- forum.

-- --apply runs it at DATABASE_URL, and at <AREA>_DATABASE_URL, instead, and sets the passwords of SSO_PASSWORD,
PLATFORM_OWNER_PASSWORD and so on.`);

const { values, positionals } = parseArgs({
  options: { apply: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const chosen = chosenAreas(positionals);
if (values.apply) {
  const settings = readSettings(platformSettings, withSecretFiles(platformSettings, process.env));
  for (const { databaseUrl, directUrl, areas, setting } of databasesOf(settings, chosen))
    await applyRoles({ areas, databaseUrl: directUrl ?? databaseUrl, setting }, process.env);
} else console.log(rolesSql(chosen));
