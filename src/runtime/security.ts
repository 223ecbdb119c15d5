import type { ContractOperation } from './contract.ts';
import type { DomainError } from './domain-error.ts';
import type { IncomingRequest } from './incoming-request.ts';

/** One way to prove who calls. */
export interface SecurityScheme<Credentials extends object = object> {
  /**
   * @returns what is proven; undefined when the request does not try this scheme at all
   * @throws DomainError when it tries and fails
   */
  readonly authenticate: (request: IncomingRequest) => Promise<Credentials | undefined>;
  /** The proof covers the body, so the body is read first. */
  readonly readsBody?: true;
  /** Further schemes of the same requirement that this implementation verifies too, as DPoP does the header of its proof. */
  readonly verifiesWith?: readonly string[];
}

export type SecuritySchemes = Readonly<Record<string, SecurityScheme>>;

/** Authenticates a request for one operation. @returns what was proven, for the handler's input. */
export type OperationAuthenticator = (request: IncomingRequest) => Promise<object>;

/**
 * Builds the authenticator of an operation from its `security` in the contract: alternatives are tried in order
 * and the first that is present decides. Fails closed: a scheme without an implementation stops the start.
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
