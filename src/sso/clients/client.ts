import type { Provider } from '../../../generated/sso/types.ts';
import { remove as replaceConfusables } from 'confusables';
import type { AssertionAudience, ClientAuthMethod, ClientKeySet } from './client-key-set.ts';
import type { Reach } from '../settings.ts';
import type { ApplicationKind, ClientRegistrationKind } from '../database.ts';
import { equalText } from '../../protocol/bytes.ts';
import { secretHash } from '../tokens/grant-secrets.ts';
import { nameReserved } from '../errors/administration-errors.ts';

/** A registered application; `address` is its client_id. */
export interface Client {
  readonly address: string;
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly allowedOrigins: readonly string[];
  /** Whether its tokens reach the platform's services, or its own backend only. */
  readonly reach: Reach;
  /** Whether an approver on another device must pick the comparison code. */
  readonly comparison: 'required' | 'optional';
  /** `own`: one of the platform itself, which only settings configure and which succeeds silently after one approval. */
  readonly kind: ApplicationKind;
  readonly tokenEndpointAuthMethod: ClientAuthMethod;
  /** False: a confidential application may sign people in without PKCE. */
  readonly requirePkce: boolean;
  /** False: such a sign-in may have a state instead of a nonce. */
  readonly requireNonce: boolean;
  /** What its assertions name as audience. */
  readonly assertionAudience: AssertionAudience;
  /** Whether its access tokens are always bound to a key (RFC 9449 §5.2). */
  readonly dpopBoundAccessTokens: boolean;
  /** Applications that share it know a person by one pairwise subject; null with public subjects. */
  readonly pairwiseSector: string | null;
  /** Address of the list of the sector's redirect URIs; null without one. */
  readonly sectorIdentifierUri: string | null;
  /** Whether it may ask for a made-up e-mail address (scope `email`). */
  readonly emailPseudonym: boolean;
  /** At most two; empty unless it authenticates with a secret. */
  readonly secrets: readonly ClientSecret[];
  /** Where a logout may return to. */
  readonly postLogoutRedirectUris: readonly string[];
  /** Where logout tokens are sent; null for an application that receives none. */
  readonly backchannelLogoutUri: string | null;
  /** Whether the application said that it needs `sid` in logout tokens, which all have. */
  readonly backchannelLogoutSessionRequired: boolean;
  /** Its privacy policy and terms of service; null without. */
  readonly policyUri: string | null;
  readonly tosUri: string | null;
  /** Part of the icon's URL, which changes with the icon; null without one. */
  readonly iconVersion: string | null;
  /** Receives the notifications of decisions in ping mode (CIBA Core §10.2); null in poll mode. */
  readonly backchannelClientNotificationEndpoint: string | null;
  /** Keys that sign its assertions; null unless it authenticates with private_key_jwt. */
  readonly jwks: ClientKeySet | null;
  /** Where it publishes its keys, of which `jwks` is a copy; null for an application that registered them. */
  readonly jwksUri: string | null;
  /** Until when the copy is fresh; null without a copy. */
  readonly jwksFreshUntil: Date | null;
  /** When the keys were last fetched, successfully or not; null if never. */
  readonly jwksTriedAt: Date | null;
  /** Who registered it: an administrator, an owner, its metadata document, or itself (RFC 7591). */
  readonly registration: ClientRegistrationKind;
  /** Until when its metadata document is fresh; null without one. */
  readonly metadataFreshUntil: Date | null;
  readonly createdAt: Date;
  /** When it was disabled; null while enabled. */
  readonly disabledAt: Date | null;
}

type OptionalMember =
  | 'comparison'
  | 'reach'
  | 'kind'
  | 'tokenEndpointAuthMethod'
  | 'requirePkce'
  | 'requireNonce'
  | 'assertionAudience'
  | 'dpopBoundAccessTokens'
  | 'pairwiseSector'
  | 'sectorIdentifierUri'
  | 'emailPseudonym'
  | 'secrets'
  | 'jwks'
  | 'jwksUri'
  | 'postLogoutRedirectUris'
  | 'backchannelLogoutUri'
  | 'backchannelLogoutSessionRequired'
  | 'policyUri'
  | 'tosUri'
  | 'backchannelClientNotificationEndpoint'
  | 'registration';

/** Omitted members get the defaults of the database: a public client. */
export type NewClient = Omit<
  Client,
  'disabledAt' | 'metadataFreshUntil' | 'jwksFreshUntil' | 'jwksTriedAt' | 'iconVersion' | OptionalMember
> &
  Partial<Pick<Client, OptionalMember>>;

/** Omitted members stay unchanged. */
export type ClientChange = Partial<
  Pick<
    Client,
    | 'name'
    | 'redirectUris'
    | 'allowedOrigins'
    | 'reach'
    | 'comparison'
    | 'requirePkce'
    | 'requireNonce'
    | 'kind'
    | 'assertionAudience'
    | 'dpopBoundAccessTokens'
    | 'emailPseudonym'
    | 'postLogoutRedirectUris'
    | 'backchannelLogoutUri'
    | 'backchannelLogoutSessionRequired'
    | 'policyUri'
    | 'tosUri'
    | 'iconVersion'
    | 'backchannelClientNotificationEndpoint'
    | 'jwks'
    | 'jwksUri'
  >
>;

/** A client secret; only its hash is stored. */
export interface ClientSecret {
  readonly id: string;
  /** SHA-256, base64url. */
  readonly hash: string;
  readonly createdAt: Date;
}

/** What a client says about its keys. */
export type KeyedClient = Pick<Client, 'address' | 'jwks' | 'jwksUri' | 'jwksFreshUntil' | 'jwksTriedAt'>;

/** What authentication needs of a client. */
export type AuthenticatingClient = KeyedClient &
  Pick<Client, 'tokenEndpointAuthMethod' | 'assertionAudience' | 'disabledAt'> & {
    readonly secrets: readonly Pick<ClientSecret, 'hash'>[];
  };

/** Secrets that a client can have at a time: the one in use and its successor. */
export const secretLimit = 2;

/** Returns whether a presented secret is one of the client's; takes the same time for every secret of a length. */
export function matchesClientSecret(secrets: readonly Pick<ClientSecret, 'hash'>[], presented: string): boolean {
  const hash = secretHash(presented);
  return secrets.filter((secret) => equalText(secret.hash, hash)).length > 0;
}

/** ASCII letters and digits that look alike in many fonts, by the one that stands for them. */
const lookAlikes: readonly (readonly [RegExp, string])[] = [
  [/[1i|!]/g, 'l'],
  [/0/g, 'o'],
  [/5/g, 's'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/** Returns the words of a name as a reader takes them in: names that look alike have equal words (UTS #39 §4). */
function visibleWords(name: string): readonly string[] {
  const plain = replaceConfusables(name.normalize('NFKC')).normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const skeleton = lookAlikes.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), plain);
  return skeleton.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

/**
 * Returns the reserved name that a name is or resembles: with the same letters however they are separated, or with its
 * words among the words of the name.
 */
export function resembledName(name: string, reservedNames: readonly string[]): string | undefined {
  const words = visibleWords(name);
  return reservedNames.find((reserved) => {
    const own = visibleWords(reserved);
    return own.join('') === words.join('') || ` ${words.join(' ')} `.includes(` ${own.join(' ')} `);
  });
}

/** Returns the name that a name looks like: the same letters, however they are written or separated. */
export function imitatedName(name: string, others: readonly string[]): string | undefined {
  const visible = visibleWords(name).join('');
  return others.find((other) => visibleWords(other).join('') === visible);
}

/** Checks the name of a registered application. @throws DomainError `name_reserved` */
export function requireFreeName(name: string, reservedNames: readonly string[]): void {
  const resembled = resembledName(name, reservedNames);
  if (resembled !== undefined) throw nameReserved(resembled);
}

/** Returns where the provider serves the icon of an application; null without one. */
export const iconUrlOf = ({ address, iconVersion }: Pick<Client, 'address' | 'iconVersion'>, issuer: string) =>
  iconVersion === null ? null : `${issuer}/applications/${address}/icon?v=${iconVersion}`;

/** Maps a stored application to the `Provider` schema. */
export function providerResponse(client: Client, issuer: string): Provider {
  const {
    address,
    name,
    kind,
    redirectUris,
    allowedOrigins,
    comparison,
    reach,
    tokenEndpointAuthMethod,
    requirePkce,
    requireNonce,
    assertionAudience,
    dpopBoundAccessTokens,
    pairwiseSector,
    sectorIdentifierUri,
    emailPseudonym,
    secrets,
    postLogoutRedirectUris,
    backchannelLogoutUri,
    backchannelLogoutSessionRequired,
    backchannelClientNotificationEndpoint,
    jwks,
    jwksUri,
    registration,
    policyUri,
    tosUri,
    createdAt,
    disabledAt,
  } = client;
  return {
    providerAddress: address,
    name,
    kind,
    redirectUris,
    allowedOrigins,
    comparison,
    reach,
    tokenEndpointAuthMethod,
    requirePkce,
    requireNonce,
    assertionAudience,
    dpopBoundAccessTokens,
    subjectType: pairwiseSector === null ? 'public' : 'pairwise',
    sectorIdentifierUri,
    emailPseudonym,
    secrets: secrets.map((secret) => ({ secretId: secret.id, createdAt: secret.createdAt.toISOString() })),
    postLogoutRedirectUris,
    backchannelLogoutUri,
    backchannelLogoutSessionRequired,
    backchannelTokenDeliveryMode: backchannelClientNotificationEndpoint === null ? 'poll' : 'ping',
    backchannelClientNotificationEndpoint,
    ...(jwksUri !== null && { jwksUri }),
    ...(jwks && jwks.keys.length > 0 && { jwks: { keys: jwks.keys.map((key) => ({ ...key })) } }),
    registration,
    iconUrl: iconUrlOf(client, issuer),
    policyUri,
    tosUri,
    createdAt: createdAt.toISOString(),
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
