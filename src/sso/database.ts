import type { Selectable } from 'kysely';
import type { SsoTables } from '../../generated/sso/tables.ts';
import type {
  AuthorizationDetail,
  DetailSchema,
  DetailSentences,
  DetailTemplates,
  OwnDetail,
} from '../../generated/sso/types.ts';
import type { Ed25519Jwk, Thumbprint } from '../protocol/jwk-thumbprint.ts';
import type { Fixed, TypedTables } from '../runtime/database/database.ts';
import type { AdministratorScope } from './administration/administrator.ts';
import type { ClientKeySet } from './clients/client-key-set.ts';
import type { Authenticator } from './caller/caller.ts';
import type { SessionEnd } from './sessions/session.ts';
import type { Reach } from './settings.ts';
import type { KeyRefusal, SignInAction } from './sign-in/authorization-request.ts';
import * as initial from './migrations/0001-initial.ts';

interface SsoColumns {
  'sso.administrators': { scopes: AdministratorScope[] };
  'sso.agent_keys': { public_jwk: Ed25519Jwk; revoked_reason: SessionEnd };
  'sso.approval_requests': {
    details: Fixed<readonly AuthorizationDetail[]>;
    detail_sentences: Fixed<readonly DetailSentences[]>;
  };
  'sso.audit_events': { details: Record<string, unknown> };
  'sso.authorization_requests': {
    acr: Fixed<SignInAction>;
    authenticator: Authenticator;
    details: Fixed<readonly AuthorizationDetail[]>;
    detail_sentences: Fixed<readonly DetailSentences[]>;
    rejection_reason: KeyRefusal;
  };
  'sso.browser_sessions': { authenticator: Fixed<Authenticator> };
  'sso.clients': {
    jwks: ClientKeySet;
    pairwise_sector: Fixed<string>;
    registration: Fixed<ClientRegistrationKind>;
    secrets: readonly StoredClientSecret[];
    sector_identifier_uri: Fixed<string>;
  };
  'sso.console_grants': { scopes: AdministratorScope[] };
  'sso.detail_types': { schema: Fixed<DetailSchema>; sentences: Fixed<DetailTemplates> };
  'sso.device_links': { authenticator: Fixed<Authenticator> };
  'sso.devices': { public_jwk: Record<string, unknown> };
  'sso.mandates': { ceiling: Fixed<number | string>; detail: Fixed<OwnDetail> };
  'sso.passkey_challenges': { authenticator: Fixed<Authenticator> };
  'sso.sessions': {
    acr: Fixed<SignInAction>;
    authenticator: Fixed<Authenticator>;
    chain: Fixed<Thumbprint[]>;
    ends_at: Fixed<Date>;
    pairwise_sub: Fixed<string>;
    parent_id: Fixed<string>;
    reach: Fixed<Reach>;
  };
  'sso.signing_keys': { public_jwk: Record<string, unknown> };
}

export interface StoredClientSecret {
  readonly id: string;
  /** Hash of the secret. */
  readonly hash: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** Tables of the sign-in provider, created by `migrations/`. Hashes are SHA-256, base64url, 43 characters. */
export interface SsoDatabase extends TypedTables<SsoTables, SsoColumns> {}

export type ApplicationKind = Selectable<SsoDatabase['sso.clients']>['kind'];
export type ApplicationRole = SsoDatabase['sso.application_members']['role'];
/** Who registered an application: an administrator, an owner, its metadata document, or itself (RFC 7591). */
export type ClientRegistrationKind = Selectable<SsoTables['sso.clients']>['registration'];
export type ReachRequestStatus = Selectable<SsoDatabase['sso.reach_requests']>['status'];
export type ResourceStatus = SsoDatabase['sso.application_resources']['status'];

/** Migrations, forward only, in this order. */
export const ssoMigrations = [initial];
