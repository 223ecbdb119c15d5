import { parseArgs } from 'node:util';
import { platformServices } from '../src/composition/platform-services.ts';
import { serviceNames } from '../src/composition/settings.ts';
import { applyRoles, rolesSql } from './roles/roles.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run --silent roles | psql <superuser's URL>

Prints SQL that creates the database roles, one per service and one
that owns the tables. Run it before the first migration and after each one; set passwords with \\password <role>.

-- --apply runs it at DATABASE_URL instead, and sets the passwords of SSO_PASSWORD, PLATFORM_OWNER_PASSWORD and so on.`);

const { values } = parseArgs({ options: { apply: { type: 'boolean', default: false } } });
const hasTables = (name: (typeof serviceNames)[number]) => platformServices[name].migrations !== undefined;
const sql = rolesSql({
  schemas: serviceNames.filter(hasTables),
  withoutTables: serviceNames.filter((name) => !hasTables(name)),
});
if (values.apply) await applyRoles(sql, ['platform_owner', ...serviceNames], process.env);
else console.log(sql);
