import { readFileSync } from 'node:fs';
import { SettingsError, type SettingsTable } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Secrets that stand in files, as container platforms hand them out: `MASTER_KEY_FILE=/run/secrets/master_key` is
 * `MASTER_KEY` with the content of that file, without the line end. Only secrets have this form.
 *
 * @throws SettingsError that lists every file that cannot be read, and every secret that is given twice
 */
export function withSecretFiles(table: SettingsTable, env: Environment): Environment {
  const problems: string[] = [];
  const secrets = Object.keys(table).flatMap((name) => {
    const file = env[`${name}_FILE`];
    if (!table[name]?.secret || !file) return [];
    if (env[name]) {
      problems.push(`${name} and ${name}_FILE are both set; leave one out`);
      return [];
    }
    try {
      return [[name, readFileSync(file, 'utf8').trim()]];
    } catch (error) {
      const reason = error instanceof Error && 'code' in error ? String(error.code) : 'it cannot be read';
      problems.push(`${name}_FILE is "${file}", which cannot be read: ${reason}`);
      return [];
    }
  });
  if (problems.length > 0) throw new SettingsError(problems);
  return { ...env, ...Object.fromEntries(secrets) };
}
