import type { Token } from '../database.ts';

/** Names of the tokens besides their slugs: addresses of their mints. */
const mints: Readonly<Record<Token, readonly string[]>> = {
  USDC: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'],
  PLATFORM: [],
};
const tokens: readonly Token[] = ['USDC', 'PLATFORM'];

/** Names that the payment service uses for a token. */
export interface TokenNames {
  /** Returns the token that a name belongs to; undefined for an unknown name. */
  readonly tokenOf: (name: string) => Token | undefined;
}

/** @param added entries of PAYMENT_TOKEN_NAMES, each `TOKEN=name`; they must have no `tokenNameProblems` */
export function createTokenNames(added: readonly string[]): TokenNames {
  const known = new Map<string, Token>(tokens.flatMap((token) => namesOf(token).map((name) => [name, token])));
  for (const entry of added) {
    const named = parseEntry(entry);
    if (named !== undefined) known.set(named.name, named.token);
  }
  return { tokenOf: (name) => known.get(name) };
}

/** Validates PAYMENT_TOKEN_NAMES. @returns all problems */
export function tokenNameProblems(added: readonly string[]): readonly string[] {
  const known = new Map<string, Token>(tokens.flatMap((token) => namesOf(token).map((name) => [name, token])));
  return added.flatMap((entry) => {
    const named = parseEntry(entry);
    if (named === undefined)
      return [`PAYMENT_TOKEN_NAMES has "${entry}": write TOKEN=name, with ${tokens.join(' or ')} as TOKEN`];
    const other = known.get(named.name);
    if (other !== undefined && other !== named.token)
      return [`PAYMENT_TOKEN_NAMES has "${entry}", but ${named.name} is a name of ${other}: remove one of them`];
    known.set(named.name, named.token);
    return [];
  });
}

const namesOf = (token: Token): readonly string[] => [token, ...mints[token]];

function parseEntry(entry: string): { readonly token: Token; readonly name: string } | undefined {
  const [slug, name, ...more] = entry.split('=').map((part) => part.trim());
  const token = tokens.find((known) => known === slug);
  const valid = name !== undefined && more.length === 0 && /^[\x21-\x7e]{1,64}$/.test(name);
  return token !== undefined && valid ? { token, name } : undefined;
}
