import { isJsonObject } from '../../src/protocol/json-object.ts';
import { checkObject, checkOneOf, checkText, type Report } from './value-checks.ts';

const types = ['string', 'number', 'integer', 'boolean', 'array'];
const hints = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];
const maxProperties = 20;

function checkEnum(value: unknown, member: string, report: Report): void {
  if (value === undefined) return;
  const isPlain = (one: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof one);
  if (!Array.isArray(value) || value.length < 1 || value.length > 32)
    report(member, 'must be a list of 1 to 32 values');
  else if (!value.every(isPlain)) report(member, 'must list strings, numbers or booleans');
}

function checkProperty(value: unknown, member: string, report: Report): void {
  const property = checkObject(value, member, report, ['type'], ['description', 'enum', 'maxLength', 'items']);
  if (!property) return;
  checkOneOf(property['type'], `${member}.type`, report, types);
  checkText(property['description'], `${member}.description`, report, 0, 200);
  checkEnum(property['enum'], `${member}.enum`, report);
  const { maxLength } = property;
  if (maxLength !== undefined && !(Number.isSafeInteger(maxLength) && Number(maxLength) >= 0)) {
    report(`${member}.maxLength`, 'must be a whole number');
  }
  checkOneOf(property['items'], `${member}.items`, report, types);
}

/** @returns the names of the inputs. */
function checkInputSchema(value: unknown, member: string, report: Report): readonly string[] {
  if (value === undefined) return [];
  const schema = checkObject(value, member, report, ['type'], ['properties', 'required', 'additionalProperties']);
  if (!schema) return [];
  checkOneOf(schema['type'], `${member}.type`, report, ['object']);
  checkOneOf(schema['additionalProperties'], `${member}.additionalProperties`, report, [true, false]);
  const { properties = {}, required = [] } = schema;
  if (!isJsonObject(properties)) {
    report(`${member}.properties`, 'must be an object');
    return [];
  }
  const names = Object.keys(properties);
  if (names.length > maxProperties) report(`${member}.properties`, `must have at most ${maxProperties} members`);
  for (const name of names) checkProperty(properties[name], `${member}.properties.${name}`, report);
  if (!Array.isArray(required) || !required.every((one) => typeof one === 'string')) {
    report(`${member}.required`, 'must be a list of names');
    return names;
  }
  for (const name of required.filter((one) => !names.includes(one)))
    report(`${member}.required`, `names ${name}, which is no property`);
  return names;
}

/**
 * Checks one entry of api.operations[].
 * @returns its name, when it has one.
 */
export function checkOperation(value: unknown, member: string, report: Report): string | undefined {
  const operation = checkObject(
    value,
    member,
    report,
    ['name', 'description', 'method', 'path'],
    ['auth', 'inputSchema', 'annotations'],
  );
  if (!operation) return undefined;
  const { name, description, method, path, auth, inputSchema, annotations } = operation;
  checkText(name, `${member}.name`, report, 1, 64, /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/);
  checkText(description, `${member}.description`, report, 1, 1024);
  checkOneOf(method, `${member}.method`, report, ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']);
  checkText(path, `${member}.path`, report, 1, 200, /^\/[^\s?#]*$/);
  checkOneOf(auth, `${member}.auth`, report, ['required', 'optional', 'none']);
  const inputs = checkInputSchema(inputSchema, `${member}.inputSchema`, report);
  const placeholders = typeof path === 'string' ? path.matchAll(/\{([^{}]*)\}/g) : [];
  for (const [, placeholder = ''] of placeholders) {
    if (!inputs.includes(placeholder)) report(`${member}.path`, `names {${placeholder}}, which is no input`);
  }
  if (annotations !== undefined) {
    const marks = checkObject(annotations, `${member}.annotations`, report, [], hints);
    for (const hint of hints) checkOneOf(marks?.[hint], `${member}.annotations.${hint}`, report, [true, false]);
  }
  return typeof name === 'string' ? name : undefined;
}
