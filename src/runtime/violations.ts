import type { ErrorObject } from 'ajv';
import type { Violation } from './http-problem.ts';
import { describePattern, patternDescriptionKeyword } from './pattern-description.ts';
import { selectBranch } from './schema-branches.ts';

/** Maximum number of violations that a response lists. */
const maxViolations = 50;

/**
 * Converts the errors of Ajv (option `verbose`) to violations. Of a failed `oneOf` or `anyOf` only the violations of
 * the branch that the value was meant for remain.
 */
export function violationsOf(errors: readonly ErrorObject[] | null | undefined): Violation[] {
  return selectBranch(errors ?? [])
    .slice(0, maxViolations)
    .map((error) => ({ field: fieldOf(error), keyword: error.keyword, message: messageOf(error) }));
}

function fieldOf({ instancePath, keyword, params }: ErrorObject): string {
  const path = instancePath.split('/').slice(1);
  const name = keyword === 'required' ? params['missingProperty'] : params['additionalProperty'];
  return [...path, ...(typeof name === 'string' ? [name] : [])].join('.');
}

const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-01-31',
  'date-time': 'a timestamp such as 2026-01-31T12:00:00Z',
  uri: 'an absolute URI',
  'uri-reference': 'a URI or a relative reference',
  uuid: 'a UUID',
};

function messageOf({ keyword, message, params, parentSchema }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return 'is not known here';
    case 'enum':
      return `must be one of ${JSON.stringify(params['allowedValues'])}`;
    case 'const':
      return `must be ${JSON.stringify(params['allowedValue'])}`;
    case 'pattern':
      return patternMessage(String(params['pattern']), parentSchema?.[patternDescriptionKeyword]);
    case 'format':
      return `must be ${formats[String(params['format'])] ?? `a valid ${String(params['format'])}`}`;
    default:
      return message ?? `violates ${keyword}`;
  }
}

function patternMessage(pattern: string, description: unknown): string {
  const text = typeof description === 'string' ? description : describePattern(pattern);
  return text === undefined ? 'does not have the documented form' : `must be ${text}`;
}
