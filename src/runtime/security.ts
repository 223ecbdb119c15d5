import type { ContractOperation } from './contract.ts';
import type { DomainError } from './domain-error.ts';
import type { IncomingRequest } from './incoming-request.ts';

/** A security scheme of the contract. */
export interface SecurityScheme<Credentials extends object = object> {
  /**
   * @returns the credentials; undefined when the request does not use this scheme
   * @throws DomainError when it uses the scheme and authentication fails
   */
  readonly authenticate: (request: IncomingRequest) => Promise<Credentials | undefined>;
  /** The signature covers the body, so that the body is read before authentication. */
  readonly readsBody?: true;
  /** Further schemes of the same requirement that this implementation verifies too, as DPoP does the header of its proof. */
  readonly verifiesWith?: readonly string[];
}

export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** Authenticates a request for one operation. @returns the credentials for the handler's input */
export type OperationAuthenticator = (request: IncomingRequest) => Promise<object>;

/**
 * Creates the authenticator of an operation from its `security` in the contract. Alternatives are tried in order; the
 * first one that the request uses decides.
 *
 * @throws Error when a scheme has no implementation, so that the service does not start
 */
export function createOperationAuthenticator(
  operation: ContractOperation,
  schemes: SecuritySchemes,
  unauthenticated: (schemes: readonly string[]) => DomainError,
): { readonly authenticate: OperationAuthenticator; readonly readsBody: boolean } | undefined {
  const alternatives = operation.security.map((requirement) => Object.keys(requirement));
  if (alternatives.length === 0) return undefined;

  const used = alternatives.flatMap(([name, ...others]) => {
    if (name === undefined) return [];
    const scheme = schemes[name];
    if (!scheme) throw new Error(`${operation.operationId}: no security scheme named ${name} is implemented`);
    const unverified = others.filter((other) => !scheme.verifiesWith?.includes(other));
    if (unverified.length > 0)
      throw new Error(`${operation.operationId}: the scheme ${name} does not verify ${unverified.join(', ')}`);
    return [{ name, scheme }];
  });
  const anonymousAllowed = alternatives.some((names) => names.length === 0);

  return {
    readsBody: used.some(({ scheme }) => scheme.readsBody),
    authenticate: async (request) => {
      for (const { scheme } of used) {
        const credentials = await scheme.authenticate(request);
        if (credentials) return credentials;
      }
      if (anonymousAllowed) return {};
      throw unauthenticated(used.map(({ name }) => name));
    },
  };
}
