import type { Kysely } from 'kysely';
import { createBatchWriter } from '../../runtime/database/batch-writer.ts';
import type { AuthenticatingClient, Client } from '../clients/client.ts';
import type { SsoDatabase } from '../database.ts';
import type { ConnectedSessionRecord } from '../sessions/session.ts';
import type { AuthorizationRequest } from '../sign-in/authorization-request.ts';
import { bySecretKeys } from './secret-key-rows.ts';
import type { SecretKey } from './grant-secrets.ts';

/** What a token request needs of its application. */
export type TokenClient = AuthenticatingClient &
  Pick<Client, 'dpopBoundAccessTokens' | 'pairwiseSector' | 'emailPseudonym'>;

/** What an exchange needs of the request that was approved. */
export type ApprovedRequest = Pick<
  AuthorizationRequest,
  | 'id'
  | 'clientAddress'
  | 'scope'
  | 'requestedScope'
  | 'reach'
  | 'resource'
  | 'nonce'
  | 'acr'
  | 'details'
  | 'codeChallenge'
  | 'redirectUri'
  | 'dpopJkt'
  | 'decision'
  | 'ownerSub'
  | 'amr'
  | 'expiresAt'
  | 'decidedAt'
  | 'authTime'
  | 'codeExpiresAt'
  | 'redeemedAt'
  | 'browserSessionId'
>;

/** What a refresh needs of its session. */
export type RefreshedSession = Pick<
  ConnectedSessionRecord,
  | 'id'
  | 'statusIndex'
  | 'clientAddress'
  | 'ownerSub'
  | 'scope'
  | 'reach'
  | 'resource'
  | 'jkt'
  | 'authTime'
  | 'amr'
  | 'acr'
  | 'chain'
  | 'endsAt'
>;

/** A grant and its application, read together. */
export interface FoundGrant<Grant> {
  readonly client: TokenClient;
  readonly grant: Grant;
}

const clientColumns = [
  'client.address',
  'client.address as clientAddress',
  'client.token_endpoint_auth_method as tokenEndpointAuthMethod',
  'client.assertion_audience as assertionAudience',
  'client.dpop_bound_access_tokens as dpopBoundAccessTokens',
  'client.pairwise_sector as pairwiseSector',
  'client.email_pseudonym as emailPseudonym',
  'client.secrets',
  'client.jwks',
  'client.jwks_uri as jwksUri',
  'client.jwks_fresh_until as jwksFreshUntil',
  'client.jwks_tried_at as jwksTriedAt',
  'client.disabled_at as disabledAt',
] as const;

const requestsOfCodes = bySecretKeys((db, hasKey) =>
  db
    .selectFrom('sso.authorization_requests as request')
    .innerJoin('sso.clients as client', 'client.address', 'request.client_address')
    .select(clientColumns)
    .select([
      'request.code_hash as hash',
      'request.id',
      'request.scope',
      'request.asked_scope as requestedScope',
      'request.reach',
      'request.resource',
      'request.nonce',
      'request.acr',
      'request.details',
      'request.code_challenge as codeChallenge',
      'request.redirect_uri as redirectUri',
      'request.dpop_jkt as dpopJkt',
      'request.status as decision',
      'request.owner_sub as ownerSub',
      'request.amr',
      'request.expires_at as expiresAt',
      'request.decided_at as decidedAt',
      'request.auth_time as authTime',
      'request.code_expires_at as codeExpiresAt',
      'request.redeemed_at as redeemedAt',
      'request.browser_session_id as browserSessionId',
    ])
    .where(hasKey('request.code_hash', 'request.bucket')),
);

const sessionsOfRefreshTokens = bySecretKeys((db, hasKey) =>
  db
    .selectFrom('sso.refresh_tokens as token')
    .innerJoin('sso.sessions as session', (join) =>
      join.onRef('session.id', '=', 'token.session_id').onRef('session.bucket', '=', 'token.bucket'),
    )
    .innerJoin('sso.clients as client', 'client.address', 'session.client_address')
    .select(clientColumns)
    .select([
      'token.token_hash as hash',
      'session.id',
      'session.status_index as statusIndex',
      'session.owner_sub as ownerSub',
      'session.scope',
      'session.reach',
      'client.reach as clientReach',
      'session.resource',
      'session.jkt',
      'session.auth_time as authTime',
      'session.amr',
      'session.acr',
      'session.chain',
      'session.ends_at as endsAt',
    ])
    .where(hasKey('token.token_hash', 'token.bucket')),
);

/** Reads what token requests present: grant and application in one statement, which concurrent requests share. */
export function createGrantStore(db: Kysely<SsoDatabase>) {
  return {
    /** Returns the request of a code. */
    ofCode: createBatchWriter(async (keys: readonly SecretKey[]) => {
      const rows = await requestsOfCodes(db, keys);
      return keys.map((searched): FoundGrant<ApprovedRequest> | undefined => {
        const row = rows.find(({ hash }) => hash === searched.hash);
        return row && { client: row, grant: { ...row, details: row.details ?? [] } };
      });
    }),

    /** Returns the session of a refresh token, live or not. */
    ofRefreshToken: createBatchWriter(async (keys: readonly SecretKey[]) => {
      const rows = await sessionsOfRefreshTokens(db, keys);
      return keys.map((searched): FoundGrant<RefreshedSession> | undefined => {
        const row = rows.find(({ hash }) => hash === searched.hash);
        // An administrator who restricts an application restricts its sessions; one who raises it waits for approval.
        return row && { client: row, grant: { ...row, ...(row.clientReach === 'sign-in' && { reach: 'sign-in' }) } };
      });
    }),
  };
}
