import { availableParallelism } from 'node:os';
import { parse } from 'pg-connection-string';
import ipaddr from 'ipaddr.js';
import { isLoopbackHost } from '../outbound/outbound-target.ts';
import { isPlainName } from '../../protocol/terminal-text.ts';

/** Modes of libpq, and `no-verify` of the driver: TLS without a check of the certificate. */
const sslModes = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];
const expected =
  'a URL like postgres://user:password@host:5432/database, or postgres:///database?host=/run/postgresql for a socket';

/**
 * Returns what a URL of PostgreSQL should be; undefined when it can be used. The forms of libpq's URLs are accepted, such as
 * a socket in `host` beside a user. Certificates are files, which must be readable.
 */
function postgresUrlViolation(value: string): string | undefined {
  if (!/^postgres(ql)?:\/\//.test(value)) return expected;
  try {
    const { host, sslmode } = parse(value);
    if (host?.includes(',') === true) return `a URL with one host, not ${host}`;
    if (typeof sslmode !== 'string' || sslModes.includes(sslmode)) return undefined;
    return `a URL with a known sslmode: ${sslmode} is not one of ${sslModes.join(', ')}`;
  } catch (error) {
    const path = error instanceof Error && 'path' in error ? error.path : undefined;
    const [parameter] =
      [...new URLSearchParams(value.slice(value.indexOf('?') + 1))].find(([, file]) => file === path) ?? [];
    if (parameter === undefined) return expected;
    return `a URL with readable certificates: ${parameter} is ${String(path)}, which cannot be read`;
  }
}

/** Whether the connection stays on this machine: a socket or a loopback address. */
export function isLocalPostgres(value: string): boolean {
  const { host } = parse(value);
  return !host || host.startsWith('/') || ['localhost', '127.0.0.1', '::1'].includes(host);
}

/** A setting: its parser and its description. */
export interface Setting<Value> {
  readonly description: string;
  /** Text that is parsed when the variable is not set; left out when unset has its own meaning. */
  readonly fallback?: string | undefined;
  /** Never shown. */
  readonly secret?: true;
  /** Parses the text. @returns the value, or a description of valid values */
  readonly read: (text: string) => { readonly value: Value } | { readonly expected: string };
}

/** Settings by the name of their environment variable. */
export type SettingsTable = Readonly<Record<string, Setting<unknown>>>;

/** The values of a table; undefined for a setting without fallback that is not set. */
export type SettingsOf<Table extends SettingsTable> = {
  readonly [Name in keyof Table]: Table[Name] extends Setting<infer Value> & { readonly fallback: string }
    ? Value
    : Table[Name] extends Setting<infer Value>
      ? Value | undefined
      : never;
};

/** All problems of the settings in one message. */
export class SettingsError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'SettingsError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as not set, as in shells and compose files. */
const readVariable = (env: Environment, name: string): string | undefined => env[name] || undefined;

export interface InspectedSettings<Table extends SettingsTable> {
  /** Invalid settings count as not set, so that further checks can run. */
  readonly values: SettingsOf<Table>;
  readonly problems: readonly string[];
}

export function inspectSettings<Table extends SettingsTable>(table: Table, env: Environment): InspectedSettings<Table> {
  const problems: string[] = [];
  const unset = ({ fallback, read }: Setting<unknown>): unknown => {
    const standard = fallback === undefined ? undefined : read(fallback);
    return standard && 'value' in standard ? standard.value : undefined;
  };
  const values = Object.entries(table).map(([name, setting]) => {
    const text = readVariable(env, name);
    if (text === undefined) return [name, unset(setting)];
    const read = setting.read(text);
    if ('value' in read) return [name, read.value];
    problems.push(`${name} is ${setting.secret ? 'set, but not' : `"${text}", not`} ${read.expected}`);
    return [name, unset(setting)];
  });
  return { values: Object.fromEntries(values), problems };
}

/** Reads all settings. @throws SettingsError that lists all problems */
export function readSettings<Table extends SettingsTable>(table: Table, env: Environment): SettingsOf<Table> {
  const { values, problems } = inspectSettings(table, env);
  if (problems.length > 0) throw new SettingsError(problems);
  return values;
}

/** A row of `npm run config`. */
export interface SettingRow {
  readonly name: string;
  /** Secrets are masked. */
  readonly value: string;
  readonly isDefault: boolean;
  readonly description: string;
}

export function describeSettings(table: SettingsTable, env: Environment): SettingRow[] {
  return Object.entries(table).map(([name, setting]) => {
    const { description, fallback, secret } = setting;
    const text = readVariable(env, name);
    const shown = text ?? fallback ?? '(unset)';
    return { name, value: secret && text !== undefined ? '••••••' : shown, isDefault: text === undefined, description };
  });
}

type Kind<Value> = (description: string) => Setting<Value>;

const kind =
  <Value>(read: Setting<Value>['read']): Kind<Value> =>
  (description) => ({ description, read });

/** Sets the fallback of a setting. */
export const withDefault = <Value>(
  fallback: string,
  setting: Setting<Value>,
): Setting<Value> & { readonly fallback: string } => ({
  ...setting,
  fallback,
});

/** Marks a setting whose value is never shown. */
export const secret = <Value>(setting: Setting<Value>): Setting<Value> => ({ ...setting, secret: true });

export const text = kind((value) => ({ value }));

/** A secret with a minimum length, so that it is hard to guess. @param length smallest number of characters */
export const atLeast = (length: number): Kind<string> =>
  kind((value) => (value.length >= length ? { value } : { expected: `at least ${length} characters long` }));

export const integer = (min: number, max: number): Kind<number> =>
  kind((value) =>
    /^\d{1,12}$/.test(value) && Number(value) >= min && Number(value) <= max
      ? { value: Number(value) }
      : { expected: `a whole number from ${min} to ${max}` },
  );

/** A number of processes; `auto` is one per core. */
export const processes: Kind<number> = (description) => {
  const { read } = integer(1, 256)(description);
  return {
    description,
    read: (value) => {
      if (value === 'auto') return { value: availableParallelism() };
      const number = read(value);
      return 'value' in number ? number : { expected: `auto or ${number.expected}` };
    },
  };
};

/** A number from 0 to 1. */
export const ratio: Kind<number> = kind((value) =>
  /^(0(\.\d{1,9})?|1(\.0{1,9})?)$/.test(value) ? { value: Number(value) } : { expected: 'a number from 0 to 1' },
);

export const port = integer(0, 65_535);

export const oneOf = <Values extends readonly string[]>(...values: Values): Kind<Values[number]> =>
  kind((value) => {
    const found = values.find((known) => known === value);
    return found === undefined ? { expected: `one of ${values.join(', ')}` } : { value: found };
  });

export const flag: Kind<boolean> = kind((value) =>
  value === 'true' || value === 'false' ? { value: value === 'true' } : { expected: 'true or false' },
);

/** An http or https URL without credentials, query and fragment. The value has no trailing slash. */
export const baseUrl: Kind<string> = kind((value) => {
  const url = URL.parse(value);
  const plain =
    url && ['http:', 'https:'].includes(url.protocol) && !url.username && !url.password && !url.search && !url.hash;
  return plain
    ? { value: url.href.replace(/\/+$/, '') }
    : { expected: 'an http or https URL without credentials, query and fragment' };
});

export const postgresUrl: Kind<string> = kind((value) => {
  const expected = postgresUrlViolation(value);
  return expected === undefined ? { value } : { expected };
});

/**
 * The address of a server that needs TLS and a password outside of this machine.
 *
 * @param scheme without TLS, for example `redis`
 * @param tls the scheme with TLS
 */
export const serverUrl = (scheme: string, tls: string): Kind<string> =>
  kind((value) => {
    const { protocol, hostname = '', password } = URL.parse(value) ?? {};
    if ((protocol !== `${scheme}:` && protocol !== `${tls}:`) || hostname === '')
      return { expected: `a URL like ${tls}://user:password@host, or ${scheme}://localhost` };
    return isLoopbackHost(hostname) || (protocol === `${tls}:` && password)
      ? { value }
      : { expected: `a URL with TLS and a password, which another machine needs: ${tls}://user:password@host` };
  });

/** PostgreSQL's URL, or `embedded:`, whose value is undefined as if the variable were not set. */
export const databaseUrl: Kind<string | undefined> = (description) => {
  const { read } = postgresUrl(description);
  return {
    description,
    read: (value) => {
      if (value === 'embedded:') return { value: undefined };
      const server = read(value);
      return 'value' in server ? server : { expected: `embedded: or ${server.expected}` };
    },
  };
};

const itemsOf = (value: string): readonly string[] =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean);

/** Networks in CIDR notation or single addresses, separated by commas. */
export const networks: Kind<readonly string[]> = kind((value) => {
  const list = itemsOf(value);
  const wrong = list.filter((item) => !isNetwork(item));
  return wrong.length === 0
    ? { value: list }
    : {
        expected: `networks like 10.0.0.0/8,::1/128, with four decimal numbers in each of IPv4; wrong: ${wrong.join(', ')}`,
      };
});

/** The library also reads the abbreviations and octal numbers of C: `172.16/12` is 172.0.0.16/12 there. */
function isNetwork(item: string): boolean {
  const v4 = ipaddr.IPv4.isValidFourPartDecimal(item) || ipaddr.IPv4.isValidCIDRFourPartDecimal(item);
  return (
    v4 || (item.includes(':') && !item.includes('%') && (ipaddr.IPv6.isValid(item) || ipaddr.IPv6.isValidCIDR(item)))
  );
}

/** A list, separated by commas. */
export const list: Kind<readonly string[]> = kind((value) => ({ value: itemsOf(value) }));

/** A domain name of at least two labels (RFC 1123 §2.1) that leaves room for a local part (RFC 5321 §4.5.3.1). */
export const domainName: Kind<string> = kind((value) =>
  value.length <= 190 && /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(value)
    ? { value }
    : { expected: 'a domain name in lower case like people.example' },
);

/** Where people write to: an e-mail address or a page, as a URI. */
export const contactUri: Kind<string> = kind((value) =>
  /^mailto:[^\s@?]+@[^\s@?]+$/.test(value) || /^https:\/\/[^\s@]+$/.test(value)
    ? { value }
    : { expected: 'a mailto: or https URI like mailto:security@example.com' },
);

/** A URL with the name that people are shown. */
export interface NamedUrl {
  readonly name: string;
  readonly url: string;
}

/** A name and a URL, which is https or of this computer. */
export const namedUrl: Kind<NamedUrl> = kind((value) => {
  const [, name = '', url = ''] = /^([^=,]{1,80})=(\S{1,512})$/u.exec(value) ?? [];
  const parsed = URL.parse(url);
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(parsed?.hostname ?? '');
  const safe = parsed?.protocol === 'https:' || (parsed?.protocol === 'http:' && local);
  return safe && !url.includes('#') && isPlainName(name)
    ? { value: { name: name.trim(), url } }
    : { expected: 'a name and a URL like Example=https://mcp.example' };
});

/** A list of values of one kind, separated by commas; at least one. */
export const listOf =
  <Value>(item: Kind<Value>): Kind<readonly Value[]> =>
  (description) => {
    const { read } = item(description);
    return {
      description,
      read: (value) => {
        const items = value.split(',').map((part) => read(part.trim()));
        const wrong = items.find((one) => 'expected' in one);
        return wrong !== undefined && 'expected' in wrong
          ? { expected: `${wrong.expected}, or several separated by commas` }
          : { value: items.flatMap((one) => ('value' in one ? [one.value] : [])) };
      },
    };
  };

export const hex = (bytes: number): Kind<string> =>
  kind((value) =>
    new RegExp(`^[0-9a-fA-F]{${bytes * 2}}$`).test(value)
      ? { value: value.toLowerCase() }
      : { expected: `${bytes * 2} hexadecimal characters` },
  );

/** Keys of 32 bytes as base64url or hex, separated by commas. */
export const keys: Kind<readonly Uint8Array[]> = kind((value) => {
  const decoded = value.split(',').map((item) => {
    const text = item.trim();
    return new Uint8Array(Buffer.from(text, text.length === 64 ? 'hex' : 'base64url'));
  });
  return decoded.every(({ length }) => length === 32)
    ? { value: decoded }
    : { expected: '32 bytes as base64url or hex, or several such keys separated by commas' };
});
