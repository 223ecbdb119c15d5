import type { Confirmation } from '../contract/confirmation.ts';
import type { ContractOperation } from '../contract/contract.ts';
import type { DomainError, SchemeScopes } from '../errors/domain-error.ts';
import type { IncomingRequest } from '../http/incoming-request.ts';

/** A security scheme of the contract. */
export interface SecurityScheme<Credentials extends object = object> {
  /**
   * @param scopes that the operation requires: those of the security requirement and `x-required-scopes`; often empty
   * @returns the credentials; undefined when the request does not use this scheme
   * @throws DomainError when it uses the scheme and authentication fails, or a scope is lacking
   */
  readonly authenticate: (request: IncomingRequest, scopes: readonly string[]) => Promise<Credentials | undefined>;
  /** Returns how the credentials show that a person confirmed; an operation with `x-confirmation` needs it. */
  confirmation?(credentials: Credentials, request: IncomingRequest): Confirmation;
  /** The signature covers the body, so that the body is read before authentication. */
  readonly readsBody?: true;
  /** Further schemes of the same requirement that this implementation verifies too, as DPoP does the header of its proof. */
  readonly verifiesWith?: readonly string[];
}

export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** An authenticated request. */
export interface Authenticated {
  /** Parts of the handler's input. */
  readonly credentials: object;
  /** Undefined for a scheme that shows none. */
  readonly confirmation: Confirmation | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Authenticated | undefined;
  }
}

/** Authenticates a request for one operation. */
export type OperationAuthenticator = (request: IncomingRequest) => Promise<Authenticated>;

/**
 * Creates the authenticator of an operation from its `security` in the contract. Alternatives are tried in order; the
 * first one that the request uses decides.
 *
 * @throws Error when a scheme has no implementation, or shows no confirmation where the operation needs one, so that the
 *   service does not start
 */
export function createOperationAuthenticator(
  operation: ContractOperation,
  schemes: SecuritySchemes,
  unauthenticated: (schemes: SchemeScopes) => DomainError,
): { readonly authenticate: OperationAuthenticator; readonly readsBody: boolean } | undefined {
  const alternatives = operation.security.map((requirement) => Object.entries(requirement));
  if (alternatives.length === 0) return undefined;

  const used = alternatives.flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const [name, listed] = first;
    const scopes = [...listed, ...operation.requiredScopes(name)];
    const scheme = schemes[name];
    if (!scheme) throw new Error(`${operation.operationId}: no security scheme named ${name} is implemented`);
    if (operation.confirmation && !scheme.confirmation)
      throw new Error(`${operation.operationId}: the scheme ${name} shows no confirmation`);
    const unverified = others.map(([other]) => other).filter((other) => !scheme.verifiesWith?.includes(other));
    if (unverified.length > 0)
      throw new Error(`${operation.operationId}: the scheme ${name} does not verify ${unverified.join(', ')}`);
    return [{ name, scopes, scheme }];
  });
  const anonymousAllowed = alternatives.some((names) => names.length === 0);

  return {
    readsBody: used.some(({ scheme }) => scheme.readsBody),
    authenticate: async (request) => {
      for (const { scheme, scopes } of used) {
        const credentials = await scheme.authenticate(request, scopes);
        if (credentials) return { credentials, confirmation: scheme.confirmation?.(credentials, request) };
      }
      if (anonymousAllowed) return { credentials: {}, confirmation: { by: 'request' } };
      throw unauthenticated(Object.fromEntries(used.map(({ name, scopes }) => [name, scopes])));
    },
  };
}
