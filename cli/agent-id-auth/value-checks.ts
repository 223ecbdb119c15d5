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

/** A text whose length is within bounds and that matches, where a pattern is given. A missing one was told already. */
export function checkText(
  value: unknown,
  member: string,
  report: Report,
  min: number,
  max: number,
  pattern?: RegExp,
): void {
  if (value === undefined) return;
  if (typeof value !== 'string') report(member, 'must be a string');
  else if (value.length < min || value.length > max) report(member, `must be ${min} to ${max} characters long`);
  else if (pattern && !pattern.test(value)) report(member, `must match ${pattern.source}`);
}

/** One of a few values. */
export function checkOneOf(value: unknown, member: string, report: Report, allowed: readonly unknown[]): void {
  if (value !== undefined && !allowed.includes(value)) report(member, `must be ${allowed.join(' or ')}`);
}
