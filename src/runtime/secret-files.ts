import { readFileSync } from 'node:fs';
import { SettingsError, type SettingsTable } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

export interface SecretFiles {
  /** The environment with the secrets from files. */
  readonly env: Environment;
  /** Files that cannot be read, and secrets that are set twice. */
  readonly problems: readonly string[];
}

/**
 * Reads secrets from files, as container platforms provide them: `MASTER_KEY_FILE=/run/secrets/master_key` sets
 * `MASTER_KEY` to the content of the file without surrounding whitespace. Only secrets have this form.
 */
export function readSecretFiles(table: SettingsTable, env: Environment): SecretFiles {
  const problems: string[] = [];
  const secrets = Object.keys(table).flatMap((name) => {
    const file = env[`${name}_FILE`];
    if (!table[name]?.secret || !file) return [];
    if (env[name]) {
      problems.push(`${name} and ${name}_FILE are both set; set only one of them`);
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
export function withSecretFiles(table: SettingsTable, environment: Environment): Environment {
  const { env, problems } = readSecretFiles(table, environment);
  if (problems.length > 0) throw new SettingsError(problems);
  return env;
}
