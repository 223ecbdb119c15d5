import { isProofHeader } from './credentials.ts';
import type { DocumentedOperation, Parameter } from './read-contract.ts';

export interface SampleOptions {
  /** Name of the area and of its package entry: `sso`, `forum`. */
  readonly area: string;
  /** Base URL of the service, without a trailing slash. */
  readonly baseUrl: string;
}

/** Returns the required parameters of one location with their example values. */
export function sentParameters(
  { operationId, parameters }: DocumentedOperation,
  location: Parameter['in'],
): readonly (readonly [name: string, value: unknown])[] {
  return parameters
    .filter((parameter) => parameter.in === location && parameter.required && !isProofHeader(parameter))
    .map(({ name, example }) => {
      if (example === undefined)
        throw new Error(`${operationId}: the required parameter ${name} has no example. Add one to the contract.`);
      return [name, example];
    });
}

/** Returns the path with example values for its parameters. */
export function urlPath(operation: DocumentedOperation): string {
  return sentParameters(operation, 'path').reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
}
