import type { FastifyBaseLogger } from 'fastify';
import type { SsoOperations, SsoSecurity } from '../../generated/sso/operations.ts';
import type { OperationHandler } from '../typed-contract/operation.ts';
import type { IncomingRequest } from '../runtime/http/incoming-request.ts';
import { pageReader } from '../runtime/http/page.ts';
import { unknownListCursor } from './errors/oauth-errors.ts';
import type { BrowserCaller, DeviceCaller, TokenCaller } from './caller/caller.ts';
import type { SsoHandlerContext } from './context.ts';
import type { AdminCredentials } from './caller/admin-key.ts';

/** Credentials that each security scheme yields. */
interface SsoCredentials extends Record<SsoSecurity[keyof SsoSecurity], object> {
  readonly anonymous: { readonly caller?: undefined };
  readonly bearer: { readonly token: TokenCaller };
  readonly dpop: { readonly token: TokenCaller };
  readonly device: { readonly caller: DeviceCaller };
  readonly ownerSession: { readonly caller: BrowserCaller };
  readonly adminKey: AdminCredentials;
}

export interface SsoRequestContext {
  readonly request: IncomingRequest;
  readonly log: FastifyBaseLogger;
}

export type SsoHandler<Id extends keyof SsoOperations> = OperationHandler<
  SsoOperations[Id],
  SsoHandlerContext & SsoCredentials[SsoSecurity[Id]] & SsoRequestContext
>;

/** Reads a page of a list. */
export const readPage = pageReader(20, unknownListCursor);
