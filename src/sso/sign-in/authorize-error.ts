import type { FastifyRequest } from 'fastify';
import { isJsonObject } from '../../protocol/json-object.ts';
import type { DomainError, OtherResponse } from '../../runtime/errors/domain-error.ts';
import { ssoErrors } from '../errors/sso-errors.ts';
import { readRequest } from '../../runtime/http/incoming-request.ts';
import type { Client } from '../clients/client.ts';
import { isRegisteredRedirect, redirectHost } from '../clients/addresses.ts';
import type { SsoHandlerContext } from '../context.ts';
import { browserCeremony } from './silent-sign-in.ts';
import {
  type ErrorPage,
  formPostPage,
  isHttp,
  responseAddress,
  type UnknownApplication,
} from './authorization-response.ts';
import { isNavigation, isPrefetch } from './oauth-parameters.ts';

/** Statuses of errors that the request itself causes; overload and crashes get a direct response. */
const requestErrors: ReadonlySet<number> = new Set([400, 403]);

/** Longest state that the contract allows, characters. */
const state = /^[\x20-\x7e]{1,4096}$/;

/**
 * Responds to errors that a person's browser would otherwise show as JSON: authorize redirects to the application once
 * `client_id` and `redirect_uri` belong together (RFC 6749 §4.1.2.1), other navigations get a page. A stranger can register
 * an application: its first redirect follows an approval in which the owner saw its host (RFC 9700 §4.11.2), and until
 * then a page names the host.
 *
 * @param errorPage returns undefined when the provider has no pages
 */
export function createAuthorizeErrorResponder(context: SsoHandlerContext, errorPage: () => ErrorPage | undefined) {
  const { clients, seenRedirects } = context;
  const { issuer } = context.settings;
  const isKnown = async (client: Client, host: string, request: FastifyRequest): Promise<boolean> => {
    if (client.registration === 'administrator') return true;
    const incoming = readRequest(request, issuer);
    const ceremony = await browserCeremony({ ...context, request: incoming });
    if (!ceremony) return false;
    return seenRedirects.includes({ ownerSub: ceremony.sub, clientAddress: client.address, host });
  };

  /** @returns the response, or the application that the person must see first; undefined when none can receive the error */
  const returned = async (
    error: DomainError,
    parameters: Parameters,
    request: FastifyRequest,
  ): Promise<OtherResponse | UnknownApplication | undefined> => {
    if (!requestErrors.has(error.status) || isJsonMode(parameters)) return undefined;
    const clientId = textOf(parameters, 'client_id');
    const redirectUri = textOf(parameters, 'redirect_uri');
    if (clientId === undefined || redirectUri === undefined) return undefined;
    const client = await clients.byAddress(clientId);
    if (!client || client.disabledAt !== null || !isRegisteredRedirect(client.redirectUris, redirectUri))
      return undefined;
    const sentState = textOf(parameters, 'state');
    const target = { redirectUri, state: sentState !== undefined && state.test(sentState) ? sentState : null };
    const address = responseAddress(target, ssoErrors.body(error), issuer);
    const host = redirectHost(redirectUri);
    if (!(await isKnown(client, host, request))) return { name: client.name, host, address };
    if (parameters['response_mode'] === 'form_post' && isHttp(redirectUri))
      return formPostPage(target, ssoErrors.body(error), issuer);
    return { status: 303, headers: { location: address }, body: '' };
  };

  return async (error: DomainError, request: FastifyRequest): Promise<OtherResponse | undefined> => {
    const { operationId } = request.routeOptions.config ?? {};
    const authorizing = operationId === 'authorize' || operationId === 'authorizeByPost';
    const parameters = authorizing ? parametersOf(request) : {};
    let application: UnknownApplication | undefined;
    if (authorizing && !isPrefetch(request.headers)) {
      const response = await returned(error, parameters, request);
      if (response && 'status' in response) return response;
      application = response;
    }
    const page = errorPage();
    if (!page || !isNavigation(request.headers, operationId === undefined || (authorizing && !isJsonMode(parameters))))
      return undefined;
    return { status: error.status, ...page(error, request, application) };
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
