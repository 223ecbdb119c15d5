import { AuthorizationError, findAuthorization, type RawHeaders } from '../../protocol/request-headers.ts';
import { MalformedJwsError, parseCompactJwt } from '../../protocol/compact-jws.ts';
import { clientRefused, invalidOauthRequest } from '../errors/oauth-errors.ts';

/** Members of a form that identify or authenticate its sender. */
export interface ClientForm {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly client_assertion?: string;
  readonly client_assertion_type?: string;
}

/** What a client presented; nothing is verified. */
export type ClientCredentials =
  | { readonly method: 'none'; readonly clientId: string }
  | {
      readonly method: 'client_secret_basic' | 'client_secret_post';
      readonly clientId: string;
      readonly secret: string;
    }
  | { readonly method: 'private_key_jwt'; readonly clientId: string; readonly assertion: string };

/** RFC 7523 §2.2. */
export const jwtBearerAssertion = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

/**
 * Reads the credentials of a request to an endpoint that clients authenticate to (RFC 6749 §2.3).
 *
 * @throws DomainError invalid_request when a client uses two methods, names two clients or none; invalid_client when the
 *   credentials are unreadable
 */
export function readClientCredentials(headers: RawHeaders, form: ClientForm): ClientCredentials {
  const basic = basicCredentials(headers);
  const used = [basic?.secret, form.client_secret, form.client_assertion].filter((credential) => credential);
  if (used.length > 1)
    throw invalidOauthRequest('The client authenticates in two ways: use one (RFC 6749 section 2.3).');
  if (form.client_assertion !== undefined || form.client_assertion_type !== undefined) return assertion(form, basic);

  const clientId = sameClient(basic?.clientId, form.client_id);
  if (clientId === undefined) throw invalidOauthRequest('client_id is missing.');
  if (basic && basic.secret !== '') return { method: 'client_secret_basic', clientId, secret: basic.secret };
  if (form.client_secret !== undefined) return { method: 'client_secret_post', clientId, secret: form.client_secret };
  return { method: 'none', clientId };
}

function assertion(form: ClientForm, basic: BasicCredentials | undefined): ClientCredentials {
  const { client_assertion: token, client_assertion_type: type } = form;
  if (token === undefined) throw invalidOauthRequest('client_assertion is missing.');
  if (type === undefined) throw invalidOauthRequest('client_assertion_type is missing.');
  if (type !== jwtBearerAssertion) throw clientRefused(`client_assertion_type must be ${jwtBearerAssertion}.`);
  const clientId = sameClient(sameClient(basic?.clientId, form.client_id), subjectOf(token));
  if (clientId === undefined) throw clientRefused('client_assertion has no sub.');
  return { method: 'private_key_jwt', clientId, assertion: token };
}

function subjectOf(token: string): string | undefined {
  try {
    const { sub } = parseCompactJwt(token).claims;
    return typeof sub === 'string' && sub !== '' ? sub : undefined;
  } catch (error) {
    if (error instanceof MalformedJwsError) throw clientRefused('client_assertion is not a JWT.');
    throw error;
  }
}

function basicCredentials(headers: RawHeaders): BasicCredentials | undefined {
  try {
    const authorization = findAuthorization(headers);
    if (authorization === undefined) return undefined;
    const { scheme, token } = authorization;
    if (scheme !== 'basic') throw clientRefused('Clients authenticate with the scheme Basic.');
    const credentials = parseBasicCredentials(token);
    if (credentials && credentials.clientId !== '') return credentials;
    throw clientRefused(
      'The Basic credentials are not client_id and client_secret, form-encoded (RFC 6749 section 2.3.1).',
    );
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    throw clientRefused(error.message);
  }
}

function sameClient(one: string | undefined, other: string | undefined): string | undefined {
  if (one !== undefined && other !== undefined && one !== other)
    throw invalidOauthRequest('The credentials belong to another client than client_id.');
  return one ?? other;
}

interface BasicCredentials {
  readonly clientId: string;
  /** Empty for a public client. */
  readonly secret: string;
}

/**
 * Decodes the token of an `Authorization: Basic` header (RFC 7617 §2). Both parts are form-encoded (RFC 6749 §2.3.1).
 *
 * @returns undefined for invalid base64, UTF-8 or form encoding, and without a colon
 */
export function parseBasicCredentials(token: string): BasicCredentials | undefined {
  const bytes = Buffer.from(token, 'base64');
  if (bytes.toString('base64').replace(/=+$/, '') !== token.replace(/=+$/, '')) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const colon = text.indexOf(':');
    if (colon === -1) return undefined;
    return { clientId: formDecode(text.slice(0, colon)), secret: formDecode(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
}

/** @throws URIError */
const formDecode = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '));
