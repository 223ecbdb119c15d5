import type { Insertable, Selectable } from 'kysely';
import { bucketOfId } from '../../runtime/database/bucket.ts';
import type { SsoDatabase } from '../database.ts';
import type { AuthorizationRequest } from './authorization-request.ts';

/** What a decision adds. */
type Decided =
  | 'decision'
  | 'rejectionReason'
  | 'ownerSub'
  | 'amr'
  | 'decidedAt'
  | 'authTime'
  | 'codeExpiresAt'
  | 'redeemedAt'
  | 'browserSessionId';

type Optional = 'details' | 'detailSentences' | 'clickRequired' | 'deviceFlow';

/** A request to store. Its id carries the bucket of its secrets: that of the code challenge, if the request has one. */
export type NewAuthorizationRequest = Omit<AuthorizationRequest, Decided | Optional> &
  Partial<Pick<AuthorizationRequest, Optional>> & { readonly pollingCodeHash: string; readonly codeHash: string };

/** Columns whose names an application has not. */
export const ownRequestColumns = [
  'request.id',
  'request.client_address',
  'request.response_mode',
  'request.scope',
  'request.asked_scope',
  'request.resource',
  'request.state',
  'request.nonce',
  'request.prompt',
  'request.max_age',
  'request.acr',
  'request.details',
  'request.detail_sentences',
  'request.hinted_sub',
  'request.code_challenge',
  'request.redirect_uri',
  'request.dpop_jkt',
  'request.click_required',
  'request.device_flow',
  'request.comparison_code',
  'request.decoy_codes',
  'request.link_hash',
  'request.browser_hash',
  'request.asked_from_ip',
  'request.asked_from_user_agent',
  'request.agent_name',
  'request.status',
  'request.rejection_reason',
  'request.owner_sub',
  'request.amr',
  'request.expires_at',
  'request.decided_at',
  'request.auth_time',
  'request.code_expires_at',
  'request.redeemed_at',
  'request.browser_session_id',
] as const;

/** Named, so that a connection prepares the statements that read requests. */
export const requestColumns = [...ownRequestColumns, 'request.reach', 'request.created_at'] as const;

/** Maps a request to its row. */
export function rowOf(request: NewAuthorizationRequest) {
  return {
    bucket: bucketOfId(request.id),
    id: request.id,
    link_hash: request.linkHash,
    polling_code_hash: request.pollingCodeHash,
    code_hash: request.codeHash,
    code_challenge: request.codeChallenge,
    client_address: request.clientAddress,
    response_mode: request.responseMode,
    scope: request.scope,
    asked_scope: request.requestedScope,
    reach: request.reach,
    resource: request.resource,
    state: request.state,
    nonce: request.nonce,
    prompt: request.prompt,
    max_age: request.maxAge,
    acr: request.acr,
    details: jsonOf(request.details),
    detail_sentences: jsonOf(request.detailSentences),
    hinted_sub: request.hintedSub,
    redirect_uri: request.redirectUri,
    dpop_jkt: request.dpopJkt,
    click_required: request.clickRequired ?? false,
    device_flow: request.deviceFlow ?? false,
    comparison_code: request.comparisonCode,
    decoy_codes: [...request.decoyCodes],
    browser_hash: request.browserHash,
    asked_from_ip: request.requesterIp,
    asked_from_user_agent: request.requesterUserAgent,
    agent_name: request.agentName,
    status: 'pending' as const,
    owner_sub: null,
    created_at: request.createdAt,
    expires_at: request.expiresAt,
  } satisfies Insertable<SsoDatabase['sso.authorization_requests']>;
}

const jsonOf = (list: readonly object[] = []): string | null => (list.length > 0 ? JSON.stringify(list) : null);

type RequestRow = Omit<
  Selectable<SsoDatabase['sso.authorization_requests']>,
  'bucket' | 'polling_code_hash' | 'code_hash' | 'authenticator'
>;

/** Maps a row to a request. */
export function authorizationRequestOf(row: RequestRow): AuthorizationRequest {
  return {
    id: row.id,
    clientAddress: row.client_address,
    responseMode: row.response_mode,
    scope: row.scope,
    requestedScope: row.asked_scope,
    reach: row.reach,
    resource: row.resource,
    state: row.state,
    nonce: row.nonce,
    prompt: row.prompt,
    maxAge: row.max_age,
    acr: row.acr,
    details: row.details ?? [],
    detailSentences: row.detail_sentences ?? [],
    hintedSub: row.hinted_sub,
    codeChallenge: row.code_challenge,
    redirectUri: row.redirect_uri,
    dpopJkt: row.dpop_jkt,
    clickRequired: row.click_required,
    deviceFlow: row.device_flow,
    comparisonCode: row.comparison_code,
    decoyCodes: row.decoy_codes,
    linkHash: row.link_hash,
    browserHash: row.browser_hash,
    requesterIp: row.asked_from_ip,
    requesterUserAgent: row.asked_from_user_agent,
    agentName: row.agent_name,
    decision: row.status,
    rejectionReason: row.rejection_reason,
    ownerSub: row.owner_sub,
    amr: row.amr,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedAt: row.decided_at,
    authTime: row.auth_time,
    codeExpiresAt: row.code_expires_at,
    redeemedAt: row.redeemed_at,
    browserSessionId: row.browser_session_id,
  };
}
