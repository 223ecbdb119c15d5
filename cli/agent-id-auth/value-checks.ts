import { isJsonObject, type JsonObject } from '../../src/protocol/json-object.ts';

/** Collects what is wrong, each fault with the member that has it. */
export type Report = (member: string, fault: string) => void;

/** An object with no members but the known ones and none of the required ones missing. */
export function checkObject(
  value: unknown,
  member: string,
  report: Report,
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

/** What a text has to be. */
export interface TextRule {
  readonly min: number;
  readonly max: number;
  readonly pattern?: RegExp;
}

/** A text that obeys the rule. A missing one was told already. */
export function checkText(value: unknown, member: string, report: Report, rule: TextRule): string | undefined {
  if (value === undefined) return undefined;
  const fault = textFault(value, rule);
  if (fault !== undefined) report(member, fault);
  return typeof value === 'string' ? value : undefined;
}

function textFault(value: unknown, { min, max, pattern }: TextRule): string | undefined {
  if (typeof value !== 'string') return 'must be a string';
  if (value.length < min || value.length > max) return `must be ${min} to ${max} characters long`;
  // Half a surrogate pair can be written neither in an address nor in a command.
  if (!value.isWellFormed()) return 'must be well-formed Unicode';
  return pattern && !pattern.test(value) ? `must match ${pattern.source}` : undefined;
}

/** One of a few values. A missing one was told already. */
export function checkOneOf<const T>(
  value: unknown,
  member: string,
  report: Report,
  allowed: readonly T[],
): T | undefined {
  const found = allowed.find((one) => one === value);
  if (value !== undefined && found === undefined) report(member, `must be ${allowed.join(' or ')}`);
  return found;
}
