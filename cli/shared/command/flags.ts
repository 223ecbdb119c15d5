import util from 'node:util';
import { Failure } from '../failure.ts';

/** Declaration of a flag, used for parsing, help and the reference page. */
export interface Flag {
  readonly type: 'string' | 'number' | 'boolean';
  readonly help: string;
  /** Placeholder of the value in help, without angle brackets. */
  readonly value?: string;
  readonly short?: string;
  /** Value of a text flag that is given without one. */
  readonly bare?: string;
  readonly alias?: string;
  readonly required?: true;
  /** Another flag that this one excludes; exactly one of the two must be given. */
  readonly requiredUnless?: string;
  readonly multiple?: true;
  readonly default?: string | number;
  /** Description of a default that is not a constant. */
  readonly defaultText?: string;
  /** Whole numbers only; inclusive bounds. */
  readonly min?: number;
  readonly max?: number;
}

export type Flags = Readonly<Record<string, Flag>>;

type Base<F extends Flag> = F['type'] extends 'boolean' ? boolean : F['type'] extends 'number' ? number : string;

/** Parsed values of a flag table; undefined only for flags that are neither required, boolean nor defaulted. */
export type FlagValues<F extends Flags> = {
  readonly [K in keyof F]: F[K] extends { multiple: true }
    ? readonly Base<F[K]>[]
    : F[K] extends { required: true } | { type: 'boolean' } | { default: string | number }
      ? Base<F[K]>
      : Base<F[K]> | undefined;
};

/** A parsed command line: flag values, and the words after `--`. */
interface ParsedLine<F extends Flags> {
  readonly values: FlagValues<F>;
  readonly rest: readonly string[];
}

type Raw = string | boolean | (string | boolean)[] | undefined;

/** Gives their value to flags that stand without one: at the end, and before another flag. */
function withBareValues(flags: Flags, args: readonly string[]): string[] {
  return args.map((arg, index) => {
    const bare = arg.startsWith('--') ? flags[arg.slice(2)]?.bare : undefined;
    const next = args[index + 1];
    return bare !== undefined && (next === undefined || next.startsWith('-')) ? `${arg}=${bare}` : arg;
  });
}

/** Thumbprints and other random values in base64url, of 16 bytes or more: one of 64 begins with a dash. */
const randomValue = /^-[\w-]{21,}$/;

/** Joins random values to their flags, because parseArgs would take a value that begins with a dash for a flag. */
function withRandomValues(flags: Flags, args: readonly string[]): string[] {
  const texts = Object.entries(flags).filter(([, { type }]) => type === 'string');
  const names = new Set(texts.flatMap(([name, { alias }]) => [`--${name}`, ...(alias ? [`--${alias}`] : [])]));
  const isValue = (index: number): boolean =>
    names.has(args[index - 1] ?? '') && randomValue.test(args[index] ?? '') && !isFlag(flags, args[index] ?? '');
  return args.flatMap((arg, index) => {
    if (isValue(index)) return [];
    return isValue(index + 1) ? [`${arg}=${args[index + 1]}`] : [arg];
  });
}

const isFlag = (flags: Flags, word: string): boolean =>
  Object.entries(flags).some(([name, { alias }]) => word === `--${name}` || word === `--${alias}`);

/** Converts an error of util.parseArgs to a failure. */
function parseFailure(error: unknown): unknown {
  if (!(error instanceof Error) || !('code' in error)) return error;
  if (error.code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') {
    const name = /'([^']+)'/.exec(error.message)?.[1] ?? 'this';
    return new Failure('unknown_flag', `Unknown flag ${name}. Run the command with --help to see its flags.`);
  }
  if (error.code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE') {
    return new Failure('invalid_flag', error.message.replaceAll('\n', ' '));
  }
  return error;
}

function toNumber(name: string, flag: Flag, text: string): number {
  const number = /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const min = flag.min ?? 0;
  const max = flag.max ?? Number.MAX_SAFE_INTEGER;
  if (!(number >= min && number <= max)) {
    const range = flag.max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
    throw new Failure('invalid_flag', `--${name} accepts a whole number ${range}, not "${text}".`);
  }
  return number;
}

/** Refuses a repeated flag, unless it is declared repeatable. parseArgs would keep the last value only. */
function refuseRepeated(flags: Flags, names: readonly string[]): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name) && !flags[name]?.multiple)
      throw new Failure('repeated_flag', `--${name} is given more than once. Give it once.`);
    seen.add(name);
  }
}

function checkAlternatives(flags: Flags, raw: Readonly<Record<string, Raw>>): void {
  for (const [name, { requiredUnless: other, help }] of Object.entries(flags)) {
    if (other === undefined) continue;
    if (raw[name] === undefined && raw[other] === undefined)
      throw new Failure('missing_flag', `Missing --${name} or --${other}: ${help}`);
    if (raw[name] !== undefined && raw[other] !== undefined)
      throw new Failure('invalid_flag', `Give --${name} or --${other}, not both.`);
  }
}

function flagValue(name: string, flag: Flag, raw: Raw): unknown {
  if (Array.isArray(raw)) return raw.map((one) => flagValue(name, flag, one));
  if (typeof raw === 'boolean') return raw;
  if (raw === undefined) {
    if (flag.required) throw new Failure('missing_flag', `Missing --${name}: ${flag.help}`);
    if (flag.multiple) return [];
    return flag.default ?? (flag.type === 'boolean' ? false : undefined);
  }
  if (flag.type === 'number') return toNumber(name, flag, raw);
  if (raw === '' && flag.required) throw new Failure('invalid_flag', `--${name} is empty: ${flag.help}`);
  return raw;
}

function pickAlias(name: string, alias: string, values: Readonly<Record<string, Raw>>): Raw {
  const [one, other] = [values[name], values[alias]];
  if (one !== undefined && other !== undefined && one !== other) {
    throw new Failure('invalid_flag', `--${name} and --${alias} mean the same flag but were given different values.`);
  }
  return one ?? other;
}

/**
 * Parses the words after the command name: `--k v`, `--k=v` and short forms. A value that begins with a dash is written
 * after `=`, unless it is a random one such as a thumbprint; `--` ends the flags. Unknown flags and other words are refused.
 * @throws Failure unknown_flag, invalid_flag, missing_flag, repeated_flag, unexpected_argument
 */
export function parseFlags<F extends Flags>(
  flags: F,
  args: readonly string[],
  takesRest: 'takes-rest' | 'no-rest',
): ParsedLine<F> {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string; multiple?: boolean }> = {};
  for (const [name, flag] of Object.entries(flags)) {
    const type = flag.type === 'boolean' ? 'boolean' : 'string';
    options[name] = { type, ...(flag.short && { short: flag.short }), ...(flag.multiple && { multiple: true }) };
    if (flag.alias) options[flag.alias] = { type };
  }
  const end = args.indexOf('--');
  const before = end === -1 ? args : args.slice(0, end);
  const rest = end === -1 ? [] : args.slice(end + 1);

  let parsed;
  try {
    // Without words there is nothing to parse: loading the parser takes longer.
    parsed =
      before.length === 0
        ? { values: {}, positionals: [], tokens: [] }
        : util.parseArgs({
            args: withRandomValues(flags, withBareValues(flags, before)),
            options,
            strict: true,
            allowPositionals: true,
            tokens: true,
          });
  } catch (error) {
    throw parseFailure(error);
  }
  const unexpected = parsed.positionals[0] ?? (takesRest === 'no-rest' ? rest[0] : undefined);
  if (unexpected !== undefined) {
    throw new Failure(
      'unexpected_argument',
      `Unexpected argument "${unexpected}". Values follow a flag: --flag ${unexpected}`,
    );
  }
  refuseRepeated(
    flags,
    parsed.tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])),
  );
  const raw: Readonly<Record<string, Raw>> = parsed.values;
  checkAlternatives(flags, raw);
  const values = Object.entries(flags).map(([name, flag]) => [
    name,
    flagValue(name, flag, flag.alias ? pickAlias(name, flag.alias, raw) : raw[name]),
  ]);
  return { values: Object.fromEntries(values) as FlagValues<F>, rest };
}

export const jwksFlags = {
  jwks: { type: 'string', value: 'path', help: 'File with the JWKS of the provider; verifies offline.' },
  'jwks-history': {
    type: 'string',
    value: 'path',
    help: "File with the provider's history of signing keys, such as git sync keeps; verifies offline.",
  },
} as const satisfies Flags;

/** Flag of commands that change passphrases or encrypt files. */
export const passphraseFlag = {
  'passphrase-file': {
    type: 'string',
    value: 'path',
    help: 'File with the passphrase of the identity.',
    defaultText: 'AGENT_ID_PASSPHRASE, then AGENT_ID_PASSPHRASE_FILE',
  },
} as const satisfies Flags;

/** Flag for another passphrase than that of the identity. */
export const newPassphraseFlag = (help: string) =>
  ({
    'new-passphrase-file': { type: 'string', value: 'path', help, defaultText: 'AGENT_ID_NEW_PASSPHRASE' },
  }) as const satisfies Flags;
