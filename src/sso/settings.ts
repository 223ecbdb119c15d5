import type { SettingRow, Setting } from '../runtime/start/settings.ts';
import type { PlatformScope } from '../protocol/token-scope.ts';

/** Lifetimes in seconds. */
export interface SsoLifetimes {
  /** From authorize until the decision; at most 600 by the interface document. */
  readonly authorization: number;
  /** From the decision until the redemption of the code. */
  readonly code: number;
  readonly accessToken: number;
  readonly idToken: number;
  /** From the last refresh of a session until it expires. */
  readonly refreshToken: number;
  /** From the start of a session until its end, which no refresh moves: of an application of the person. */
  readonly ownerSession: number;
  /** The same of an agent. */
  readonly agentSession: number;
  /** The same of the operator console. */
  readonly consoleSession: number;
  /** From the publication of a signing key until it signs; longer than the cache time of the key set (300). */
  readonly keyNotice: number;
  /** For how long the key set lists a retired key; git commits are verified with its id_tokens later. */
  readonly retiredKey: number;
}

export const defaultLifetimes: SsoLifetimes = {
  authorization: 300,
  code: 300,
  accessToken: 900,
  idToken: 3_600,
  refreshToken: 30 * 86_400,
  ownerSession: 90 * 86_400,
  agentSession: 365 * 86_400,
  consoleSession: 12 * 3_600,
  keyNotice: 600,
  retiredKey: 365 * 86_400,
};

export interface SsoSettings {
  /** Public address, without a slash at the end; `iss` of every token. */
  readonly issuer: string;
  /** Administrator's Bearer key; undefined disables the admin operations. */
  readonly adminKey: string | undefined;
  readonly lifetimes: SsoLifetimes;
  /** Require a server nonce in every DPoP proof (RFC 9449 §8). */
  readonly dpopNonce: boolean;
  /** Who may become an owner. */
  readonly registration: Registration;
  /** Networks that are not public and may still receive logout tokens and serve client metadata; for development. */
  readonly clientAllowTargets?: readonly string[] | undefined;
  /** How applications register themselves: not, by a metadata document, or also by RFC 7591. Default: not. */
  readonly clientRegistration?: 'off' | 'metadata' | 'open' | undefined;
  /** Domain of made-up e-mail addresses. Default: no application gets one. */
  readonly emailPseudonymDomain?: string | undefined;
  /** Names that no registered application may have or resemble. Default: none. */
  readonly reservedNames?: readonly string[] | undefined;
  /** Address of the application that opens the operator console; undefined: there is no console. */
  readonly consoleClient?: string | undefined;
  /** Addresses of the applications whose tokens manage an owner's own applications. Default: none. */
  readonly developerClients?: readonly string[] | undefined;
  /** Address of the developer portal's page. Default: `/portal` of the issuer. */
  readonly portalUrl?: string | undefined;
  /** The settings of the process, with masked secrets; none by default. */
  readonly maskedSettings?: readonly SettingRow[] | undefined;
  /** Languages of the provider's pages, as BCP 47 tags. Default: English. */
  readonly uiLocales?: readonly string[] | undefined;
  /** Android apps that open the provider's links. Default: none. */
  readonly androidApps?: readonly AndroidApp[] | undefined;
  /** Apple apps that open them, by team and bundle. Default: none. */
  readonly appleAppIds?: readonly string[] | undefined;
  /** Services that accept the provider's tokens. Default: none is known. */
  readonly resources?: readonly ProtectedResource[] | undefined;
}

/** Maximum duration of a sign-in, seconds, by the interface document. */
export const longestSignIn = 600;
/** Minimum time to redeem a code after a late approval, seconds. */
export const shortestCode = 30;

/** Returns a message for each invalid setting. */
export function ssoSettingsProblems({
  issuer,
  lifetimes,
}: Pick<SsoSettings, 'issuer' | 'lifetimes'>): readonly string[] {
  const problems = Object.entries(lifetimes)
    .filter(([, seconds]) => !Number.isInteger(seconds) || seconds < 1)
    .map(([name, seconds]) => `the lifetime ${name} is ${seconds}: give whole seconds from 1`);
  if (!/^https?:\/\/[^/?#\s]+$/.test(issuer))
    problems.push(`the issuer ${issuer} is not an origin: set an http or https URL without a path`);
  const longest = { authorization: longestSignIn - shortestCode, code: longestSignIn };
  for (const name of ['authorization', 'code'] as const)
    if (lifetimes[name] > longest[name])
      problems.push(`the lifetime ${name} is ${lifetimes[name]}: give ${longest[name]} seconds at most`);
  return problems;
}

/** Where the tokens of an application reach: its own backend only, or the platform's services too. */
export type Reach = 'sign-in' | 'platform';

/** A service that accepts access tokens (RFC 8707 §2, RFC 9728 §2). */
export interface ProtectedResource {
  /** What approvers are shown. */
  readonly name: string;
  /** Value of the parameter `resource`, and `resource` in the service's metadata. */
  readonly uri: string;
  /** Whether the operator of another installation runs it. Its tokens are approved for it alone, without platform scopes. */
  readonly thirdParty: boolean;
  /** Platform scopes of the service. */
  readonly scopes: readonly PlatformScope[];
  /** Whether the service accepts only tokens that are bound to a key (RFC 9728 §2, `dpop_bound_access_tokens_required`). */
  readonly requiresDpop?: boolean;
  /** Whether the service accepts the issuer as audience, which tokens of the reach `platform` have. */
  readonly acceptsIssuer: boolean;
}

/** Who may become an owner (setting REGISTRATION): any person, invited people, or no one. */
export type Registration = 'open' | 'invite' | 'closed';

/** An app of Android, by its package and the certificate that signs it. */
export interface AndroidApp {
  readonly packageName: string;
  /** SHA-256 of the certificate, in capital hexadecimal digits with colons. */
  readonly fingerprint: string;
}

const androidPattern = /^([A-Za-z]\w*(?:\.[A-Za-z]\w*)+)=((?:[0-9A-Fa-f]{2}:){31}[0-9A-Fa-f]{2})$/;

/** An app of Android: `com.example.wallet=14:6D:…`. */
export const androidApp = (description: string): Setting<AndroidApp> => ({
  description,
  read: (value) => {
    const [, packageName = '', fingerprint = ''] = androidPattern.exec(value) ?? [];
    return packageName === '' || value.length > 255
      ? { expected: 'a package and the SHA-256 of its certificate like com.example.wallet=14:6D:…:E5' }
      : { value: { packageName, fingerprint: fingerprint.toUpperCase() } };
  },
});

/** An app of Apple: the team and the bundle, `ABCDE12345.com.example.wallet`. */
export const appleAppId = (description: string): Setting<string> => ({
  description,
  read: (value) =>
    value.length <= 255 && /^[A-Z0-9]{10}\.[A-Za-z0-9.-]+$/.test(value)
      ? { value }
      : { expected: 'a team and a bundle like ABCDE12345.com.example.wallet' },
});
