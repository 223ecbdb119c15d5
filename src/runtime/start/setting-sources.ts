import { readFileSync } from 'node:fs';
import { distance } from 'fastest-levenshtein';
import { inspectSettings, type SettingsTable } from './settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

interface SecretFiles {
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

/** Reads the settings of a process from its environment and secret files. @returns the problems of files, names and values too */
export function inspectEnvironment<Table extends SettingsTable>(table: Table, environment: Environment) {
  const { env, problems: ofFiles } = readSecretFiles(table, environment);
  const { values, problems } = inspectSettings(table, env);
  return { env, values, problems: [...ofFiles, ...misspelledSettings(table, environment), ...problems] };
}

/** Characters that a name may differ in and still be meant as another one; short names are near each other by chance. */
const tolerance = (name: string): number => (name.length < 10 ? 1 : 2);

/** Shorter names, such as HOST and HOME, are not compared. */
const shortestName = 8;

/**
 * Returns a problem for each variable that is no setting but is spelled almost like one: a misspelled DATABASE_URL would
 * otherwise start the platform on another database.
 */
export function misspelledSettings(table: SettingsTable, env: Environment): readonly string[] {
  const known = new Set(
    Object.entries(table).flatMap(([name, { secret }]) => [name, ...(secret ? [`${name}_FILE`] : [])]),
  );
  return Object.keys(env)
    .filter((name) => name.length >= shortestName && name.includes('_') && !known.has(name))
    .flatMap((name) => {
      const intended = [...known].find((candidate) => isMeant(name.toUpperCase(), candidate));
      return intended === undefined
        ? []
        : [`${name} is not a setting; ${intended} is. Correct the name or remove the variable`];
    });
}

/** A few other characters, or the same words in another form or order: TRUST_PROXY for TRUSTED_PROXIES. */
function isMeant(name: string, candidate: string): boolean {
  if (distance(name, candidate) <= tolerance(name)) return true;
  const [written, meant] = [wordStems(name), wordStems(candidate)];
  return (
    written.toSorted().join('_') === meant.toSorted().join('_') || distance(written.join('_'), meant.join('_')) <= 1
  );
}

/** The words of a name without the endings of plural, participle and gerund. */
const wordStems = (name: string): readonly string[] =>
  name.split('_').map((word) => word.replace(/IES$/, 'Y').replace(/(?<=..)(ED|ING|S)$/, ''));
