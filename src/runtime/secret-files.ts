import { readFileSync } from 'node:fs';
import { SettingsError, type SettingsTable } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface SecretFiles {
  /** The environment, with the secrets from files in it. */
  readonly env: Environment;
  /** Every file that cannot be read, and every secret that is given twice. */
  readonly problems: readonly string[];
}

/**
 * Secrets that stand in files, as container platforms hand them out: `MASTER_KEY_FILE=/run/secrets/master_key` is
 * `MASTER_KEY` with the content of that file, without the line end. Only secrets have this form.
 */
export function readSecretFiles(table: SettingsTable, env: Environment): SecretFiles {
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
  return { env: { ...env, ...Object.fromEntries(secrets) }, problems };
}

/** @throws SettingsError that lists every problem */
export function withSecretFiles(table: SettingsTable, given: Environment): Environment {
  const { env, problems } = readSecretFiles(table, given);
  if (problems.length > 0) throw new SettingsError(problems);
  return env;
}
