import { isJsonObject } from '../../protocol/json-object.ts';
import { RefusedError } from '../../typed-contract/client.ts';
import { describeError } from './describe-error.ts';

/** The error of a form, split into what stands at a field and what stands below the fields. */
export interface FieldErrors<Name extends string> {
  /** Returns the text at a field; undefined when the error is not about it. */
  readonly at: (field: Name) => string | undefined;
  /** The error when it is about none of the fields. */
  readonly other: unknown;
}

/**
 * Assigns an error to the field that it names, such as `url`. A path such as `links/0` belongs to the field `links`.
 *
 * @param fields names in the contract of the fields that the form shows
 */
export function fieldErrors<Name extends string>(error: unknown, fields: readonly Name[]): FieldErrors<Name> {
  const named = namedField(error);
  const field = fields.find((name) => name === named);
  return {
    at: (name) => (name === field ? describeError(error) : undefined),
    other: field === undefined ? error : undefined,
  };
}

function namedField(error: unknown): string | undefined {
  if (!(error instanceof RefusedError) || !isJsonObject(error.body)) return undefined;
  const { details, error_description: description } = error.body;
  // An error of the sign-in provider has no details; its description begins with the field.
  const path = isJsonObject(details) ? details['field'] : description;
  return typeof path === 'string' ? /^\w+/.exec(path)?.[0] : undefined;
}
