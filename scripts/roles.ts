/**
 * `npm run --silent roles | psql <superuser's URL>`: prints SQL that creates the database roles, one per service and one
 * that owns the tables. Run it before the first migration and after each one; set passwords with `\password <role>`.
 */
import { platformServices } from '../src/composition/platform-services.ts';
import { serviceNames } from '../src/composition/service-name.ts';
import { rolesSql } from './roles/roles-sql.ts';

console.log(rolesSql(serviceNames.filter((name) => platformServices[name].migrations !== undefined)));
