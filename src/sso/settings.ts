/** Lifetimes in seconds. */
export interface SsoLifetimes {
  /** From authorize until a person must have decided. The interface document allows 600 at most. */
  readonly authorization: number;
  /** From the decision until the code must have been redeemed. */
  readonly code: number;
  readonly accessToken: number;
  readonly idToken: number;
  /** From the last use of a session until it ends. */
  readonly refreshToken: number;
  /** From publishing a signing key until it signs: longer than key sets are cached (public-document says 300). */
  readonly keyNotice: number;
  /** For how long the key set lists a key that signs no more; git commits are verified with its id_tokens long after. */
  readonly retiredKey: number;
}

export const defaultLifetimes: SsoLifetimes = {
  authorization: 300,
  code: 300,
  accessToken: 900,
  idToken: 3_600,
  refreshToken: 30 * 86_400,
  keyNotice: 600,
  retiredKey: 365 * 86_400,
};

export interface SsoSettings {
  /** Public address, without a slash at the end; `iss` of every token. */
  readonly issuer: string;
  /** The administrator's Bearer key; undefined closes the operations on providers. */
  readonly adminKey: string | undefined;
  readonly lifetimes: SsoLifetimes;
  /** Demand a server nonce in every DPoP proof (RFC 9449 §8). */
  readonly dpopNonce: boolean;
}

/** Seconds; the interface document: a sign-in is over at most 10 minutes after it started. */
export const longestSignIn = 600;
/** Seconds that an application always has to redeem a code, however late it was approved. */
export const shortestCode = 30;

/** @returns everything that no sign-in could work with */
export function ssoProblems({ issuer, lifetimes }: Pick<SsoSettings, 'issuer' | 'lifetimes'>): readonly string[] {
  const problems = Object.entries(lifetimes)
    .filter(([, seconds]) => !Number.isInteger(seconds) || seconds < 1)
    .map(([name, seconds]) => `the lifetime ${name} is ${seconds}: give whole seconds from 1`);
  if (!/^https?:\/\/[^/?#\s]+$/.test(issuer))
    problems.push(`the issuer ${issuer} is no origin: give an http or https address without a path`);
  const longest = { authorization: longestSignIn - shortestCode, code: longestSignIn };
  for (const name of ['authorization', 'code'] as const)
    if (lifetimes[name] > longest[name])
      problems.push(`the lifetime ${name} is ${lifetimes[name]}: give ${longest[name]} seconds at most`);
  return problems;
}
