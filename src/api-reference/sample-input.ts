import { isProof } from './credentials.ts';
import type { Operation, Parameter } from './read-contract.ts';

export interface SampleOptions {
  /** The area's one word: its client's package entry. */
  readonly area: string;
  /** Where the service is, without a trailing slash. */
  readonly baseUrl: string;
}

/** Parameters of one place that have to be sent, with the values that the contract shows for them. */
export function sentParameters(
  { operationId, parameters }: Operation,
  place: Parameter['in'],
): readonly (readonly [name: string, value: unknown])[] {
  return parameters
    .filter((parameter) => parameter.in === place && parameter.required && !isProof(parameter))
    .map(({ name, example }) => {
      if (example === undefined) throw new Error(`${operationId}: the parameter ${name} has no example.`);
      return [name, example];
    });
}

/** The path with the examples of its parameters in their places. */
export function urlPath(operation: Operation): string {
  return sentParameters(operation, 'path').reduce(
    (path, [name, value]) => path.replace(`{${name}}`, encodeURIComponent(String(value))),
    operation.path,
  );
}
