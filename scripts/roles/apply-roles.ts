import { Client } from 'pg';
import { print, printNote } from '../command/print.ts';

/**
 * Runs the SQL of the roles as the superuser of DATABASE_URL, and sets the password of each role that has one in the
 * environment. Prints what it did; exits with 1 when a setting or the database is missing.
 */
export async function applyRoles(
  sql: string,
  roles: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const connectionString = env['DATABASE_URL'];
  if (!connectionString) {
    printNote('DATABASE_URL is not set: give the URL of a superuser.');
    process.exitCode = 1;
    return;
  }
  const client = new Client({ connectionString });
  try {
    await client.connect();
    await client.query(sql);
    for (const role of roles) {
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
