import type { FastifyRequest } from 'fastify';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { DomainError } from '../../runtime/domain-error.ts';
import type { OtherResponse } from '../../runtime/http-problem.ts';
import { ssoErrors } from '../errors.ts';
import { isRegisteredRedirect } from '../redirect-uri.ts';
import type { ClientStore } from '../store/clients.ts';
import { isNavigation, isPrefetch } from './navigation.ts';
import { formPostPage } from './form-post-page.ts';
import { responseAddress } from './response-address.ts';
import { isHttp } from './response-mode.ts';

/** Renders an error as an HTML page. */
export type ErrorPage = (
  error: Pick<DomainError, 'code' | 'message'>,
  request: FastifyRequest,
) => Pick<OtherResponse, 'headers' | 'body'>;

export interface AuthorizeErrorDependencies {
  readonly issuer: string;
  readonly clients: Pick<ClientStore, 'byAddress'>;
  /** Returns undefined when the provider has no pages. */
  readonly errorPage: () => ErrorPage | undefined;
}

/** Statuses of errors that the request itself causes; overload and crashes get a direct response. */
const requestErrors: ReadonlySet<number> = new Set([400, 403]);

/** Longest state that the contract allows, characters. */
const state = /^[\x20-\x7e]{1,4096}$/;

/**
 * Responds to errors that a person's browser would otherwise show as JSON: authorize redirects to the application once
 * `client_id` and `redirect_uri` belong together (RFC 6749 §4.1.2.1), other navigations get a page.
 */
export function createAuthorizeErrorResponder({ issuer, clients, errorPage }: AuthorizeErrorDependencies) {
  /** @returns undefined when the application cannot receive the error */
  const returned = async (error: DomainError, parameters: Parameters): Promise<OtherResponse | undefined> => {
    if (!requestErrors.has(error.status) || isJsonMode(parameters)) return undefined;
    const clientId = textOf(parameters, 'client_id');
    const redirectUri = textOf(parameters, 'redirect_uri');
    if (clientId === undefined || redirectUri === undefined) return undefined;
    const client = await clients.byAddress(clientId);
    if (!client || client.disabledAt !== null || !isRegisteredRedirect(client.redirectUris, redirectUri))
      return undefined;
    const sentState = textOf(parameters, 'state');
    const target = { redirectUri, state: sentState !== undefined && state.test(sentState) ? sentState : null };
    if (parameters['response_mode'] === 'form_post' && isHttp(redirectUri))
      return formPostPage(target, ssoErrors.body(error), issuer);
    return { status: 303, headers: { location: responseAddress(target, ssoErrors.body(error), issuer) }, body: '' };
  };

  return async (error: DomainError, request: FastifyRequest): Promise<OtherResponse | undefined> => {
    const { operationId } = request.routeOptions.config ?? {};
    const authorizing = operationId === 'authorize' || operationId === 'authorizeByPost';
    const parameters = authorizing ? parametersOf(request) : {};
    if (authorizing && !isPrefetch(request.headers)) {
      const response = await returned(error, parameters);
      if (response) return response;
    }
    const page = errorPage();
    if (!page || !isNavigation(request.headers, operationId === undefined || (authorizing && !isJsonMode(parameters))))
      return undefined;
    return { status: error.status, ...page(error, request) };
  };
}

type Parameters = Readonly<Record<string, unknown>>;

function parametersOf({ method, query, body }: FastifyRequest): Parameters {
  const sent = method === 'POST' ? body : query;
  return isJsonObject(sent) ? sent : {};
}

/** A repeated response_mode counts as json, because an unsafe guess would redirect. */
const isJsonMode = ({ response_mode: mode }: Parameters): boolean => mode === 'json' || Array.isArray(mode);

/** Returns a parameter that was sent once with a value. */
function textOf(parameters: Parameters, name: string): string | undefined {
  const value = parameters[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
