/** The parts of a bundled OpenAPI 3.1 document that the generator reads. */
export interface BundledContract {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components?: { readonly securitySchemes?: Readonly<Record<string, unknown>> };
  readonly security?: readonly BundledSecurityRequirement[];
}

export type BundledSecurityRequirement = Readonly<Record<string, readonly string[]>>;

export interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security?: readonly BundledSecurityRequirement[];
  readonly parameters?: readonly unknown[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, unknown>>; readonly $ref?: string }>
  >;
}

export interface LocatedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

const methods = ['get', 'put', 'post', 'delete', 'patch'] as const;

/** Lists the operations of a contract in its order, without webhooks. */
export function operationsOf(contract: BundledContract): LocatedOperation[] {
  return Object.entries(contract.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method];
      return isOperation(operation) ? [{ method, path, operation }] : [];
    }),
  );
}

function isOperation(value: unknown): value is Operation {
  return typeof value === 'object' && value !== null && 'operationId' in value && 'responses' in value;
}
