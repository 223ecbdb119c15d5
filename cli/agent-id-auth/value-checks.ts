import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';

/** Reports a violation of a member. */
export type ReportViolation = (member: string, violation: string) => void;

/** Checks an object for unknown and missing members. */
export function checkObject(
  value: unknown,
  member: string,
  report: ReportViolation,
  required: readonly string[],
  optional: readonly string[] = [],
): JsonObject | undefined {
  if (!isJsonObject(value)) {
    report(member, value === undefined ? 'is missing' : 'must be an object');
    return undefined;
  }
  const prefix = member === '' ? '' : `${member}.`;
  for (const name of Object.keys(value)) {
    if (!required.includes(name) && !optional.includes(name)) report(`${prefix}${name}`, 'is not a known member');
  }
  for (const name of required) if (!Object.hasOwn(value, name)) report(`${prefix}${name}`, 'is missing');
  return value;
}

/** Rule of a string. */
export interface TextRule {
  readonly min: number;
  readonly max: number;
  readonly pattern?: {
    readonly regExp: RegExp;
    /** The pattern in words; completes the sentence "must be …". */
    readonly inWords: string;
  };
}

/** Checks a string. A missing one is reported by checkObject. */
export function checkText(value: unknown, member: string, report: ReportViolation, rule: TextRule): string | undefined {
  if (value === undefined) return undefined;
  const violation = textViolation(value, rule);
  if (violation !== undefined) report(member, violation);
  return typeof value === 'string' ? value : undefined;
}

function textViolation(value: unknown, { min, max, pattern }: TextRule): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length < min || value.length > max) return `must be ${min} to ${max} characters long`;
  // A lone surrogate cannot be written in a URL or a command.
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  return pattern && !pattern.regExp.test(value) ? `must be ${pattern.inWords}` : undefined;
}

/** Checks for one of several values. A missing one is reported by checkObject. */
export function checkOneOf<const T>(
  value: unknown,
  member: string,
  report: ReportViolation,
  allowed: readonly T[],
): T | undefined {
  const found = allowed.find((one) => one === value);
  if (value !== undefined && found === undefined) report(member, `must be ${allowed.join(' or ')}`);
  return found;
}
