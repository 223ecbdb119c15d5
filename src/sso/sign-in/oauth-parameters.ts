import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyInstance, preValidationAsyncHookHandler } from 'fastify';
import { isJsonObject } from '../../protocol/json-object.ts';
import { hookRoutes, type IncomingRequest } from '../../runtime/http/incoming-request.ts';
import { expandPushedRequest, type PushedRequestDependencies } from './pushed-authorization.ts';
import {
  invalidDpopProof,
  invalidOauthRequest,
  invalidTarget,
  prefetchRefused,
  registrationNotSupported,
  requestNotSupported,
  requestUriNotSupported,
  unsupportedGrantType,
} from '../errors/oauth-errors.ts';
import type { DomainError } from '../../runtime/errors/domain-error.ts';
import { headerPairs, headerValues } from '../../protocol/request-headers.ts';

type Parameters = Record<string, unknown>;

/** Operations that clients call with a form. */
const formOperations: ReadonlySet<string> = new Set([
  'exchangeToken',
  'revokeToken',
  'introspectToken',
  'createDeviceAuthorization',
  'createPushedAuthorization',
  'createBackchannelAuthentication',
]);

/** Those with a DPoP proof (RFC 9449 §5 and §10.1). */
const provenOperations: ReadonlySet<string> = new Set([
  'exchangeToken',
  'createPushedAuthorization',
  'createBackchannelAuthentication',
]);

/** Operations with the parameter `resource` (RFC 8707 §2). */
const resourceOperations: ReadonlySet<string> = new Set([
  'authorize',
  'authorizeByPost',
  'exchangeToken',
  'createDeviceAuthorization',
  'createPushedAuthorization',
  'createBackchannelAuthentication',
]);

/** Parameters that each grant requires besides `grant_type`. */
const grantParameters = {
  authorization_code: ['code'],
  refresh_token: ['refresh_token'],
  'urn:ietf:params:oauth:grant-type:device_code': ['device_code'],
  'urn:ietf:params:oauth:grant-type:token-exchange': ['subject_token', 'subject_token_type'],
  'urn:openid:params:grant-type:ciba': ['auth_req_id'],
} as const;

/**
 * Applies the rules of RFC 6749 §3.1 and §3.2 that a schema cannot express: a parameter without a value is omitted, a
 * repeated one is rejected even if unknown, and the grant type decides which parameters are required.
 */
export function readOauthParameters(app: FastifyInstance, pushed: PushedRequestDependencies): void {
  hookRoutes(app, ({ operationId }) => {
    if (operationId === 'authorize' || operationId === 'authorizeByPost')
      return { preValidation: readAuthorizationRequest(operationId, pushed) };
    if (operationId !== undefined && formOperations.has(operationId)) return { preValidation: readForm(operationId) };
    return undefined;
  });
}

function readAuthorizationRequest(
  operationId: 'authorize' | 'authorizeByPost',
  pushed: PushedRequestDependencies,
): preValidationAsyncHookHandler {
  return async ({ headers, query, body }) => {
    if (isPrefetch(headers)) throw prefetchRefused();
    const parameters = operationId === 'authorize' ? query : body;
    if (!isParameters(parameters)) return;
    normalise(parameters, operationId);
    if (!(await expandPushedRequest(parameters, pushed))) refuseUnsupportedParameters(parameters);
  };
}

function readForm(operationId: string): preValidationAsyncHookHandler {
  return async ({ headers, body }) => {
    if (!isParameters(body)) return;
    normalise(body, operationId);
    if (operationId === 'createPushedAuthorization') checkPushed(body);
    if (provenOperations.has(operationId)) checkProofLength(headers['dpop']);
    if (operationId === 'exchangeToken') checkGrant(body);
  };
}

const isParameters = (value: unknown): value is Parameters => isJsonObject(value);

function normalise(parameters: Parameters, operationId: string): void {
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value) && name === 'resource' && resourceOperations.has(operationId))
      throw invalidTarget('resource was sent more than once: a token is for one service.');
    if (Array.isArray(value))
      throw invalidOauthRequest(`${name.slice(0, 64)} was sent ${value.length} times: send it once.`);
    if (value === '') delete parameters[name];
  }
}

/** A pushed request cannot name another one (RFC 9126 §2.1). */
function checkPushed(form: Parameters): void {
  if (form['request_uri'] !== undefined) throw invalidOauthRequest('request_uri cannot be pushed.');
  refuseUnsupportedParameters(form);
}

function checkGrant(form: Parameters): void {
  const grant = form['grant_type'];
  if (grant === undefined) throw invalidOauthRequest('grant_type is missing.');
  if (!isGrant(grant)) throw unsupportedGrantType();
  const missing = grantParameters[grant].find((name) => form[name] === undefined);
  if (missing !== undefined) throw invalidOauthRequest(`${missing} is missing.`);
}

const isGrant = (grant: unknown): grant is keyof typeof grantParameters =>
  typeof grant === 'string' && Object.hasOwn(grantParameters, grant);

/** Longest proof that the contract allows, characters. */
const longestProof = 4096;

/** Reports a proof of invalid length as invalid_dpop_proof instead of invalid_request (RFC 9449 §5). */
function checkProofLength(proof: unknown): void {
  if (typeof proof === 'string' && (proof === '' || proof.length > longestProof))
    throw invalidDpopProof(`The DPoP header has ${proof.length} characters: send a proof of 1 to ${longestProof}.`);
}

const refusals: readonly (readonly [string, () => DomainError])[] = [
  ['request', requestNotSupported],
  ['request_uri', requestUriNotSupported],
  ['registration', registrationNotSupported],
];

/**
 * Rejects request objects and registrations inside requests, which must not be ignored (OpenID Connect Core §3.1.2.6).
 *
 * @throws DomainError `request_not_supported`, `request_uri_not_supported` or `registration_not_supported`
 */
function refuseUnsupportedParameters(parameters: Readonly<Record<string, unknown>>): void {
  for (const [name, refusal] of refusals) if (parameters[name] !== undefined) throw refusal();
}

/** Returns whether a browser loads ahead of a click (Fetch §2.2.5; `Purpose` and `X-Moz` are older spellings). */
export function isPrefetch(headers: IncomingHttpHeaders): boolean {
  return ['sec-purpose', 'purpose', 'x-moz'].some((name) => {
    const value = headers[name];
    return typeof value === 'string' && /\bpre(?:fetch|render)\b/i.test(value);
  });
}

/**
 * Returns whether a browser will show the response to a person, by fetch metadata or by `Accept`. Some HTTP libraries
 * accept text/html by default: `acceptCounts` is false where programs send requests.
 */
export function isNavigation(headers: IncomingHttpHeaders, acceptCounts: boolean): boolean {
  if (headers['sec-fetch-mode'] === 'navigate') return true;
  return acceptCounts && (headers.accept?.includes('text/html') ?? false);
}

/**
 * Returns whether a navigation began on a page of one of these origins. Other ports and subdomains belong to other pages,
 * and a browser that says nothing may come from anywhere.
 */
export function beganOnOwnPage(
  { rawHeaders, origin }: Pick<IncomingRequest, 'rawHeaders' | 'origin'>,
  ownOrigins: readonly string[],
): boolean {
  const headers = headerPairs(rawHeaders);
  const site = headerValues(headers, 'sec-fetch-site');
  if (site.length === 1 && site[0] === 'same-origin') return true;
  const [referer, ...further] = headerValues(headers, 'referer');
  const from = origin ?? (referer !== undefined && further.length === 0 ? URL.parse(referer)?.origin : undefined);
  return from !== undefined && ownOrigins.includes(from);
}
