import type {
  AuthorizationDetail,
  CreateDetailTypeRequest,
  DetailMember,
  DetailSchema,
  DetailSentences,
  DetailTemplates,
} from '../../../generated/sso/types.ts';
import type { JsonObject } from '../../protocol/json-object.ts';
import { isolatedText, isPlainName } from '../../protocol/terminal-text.ts';

/** A type of authorization details that an application registered (RFC 9396 §2). */
export interface RegisteredType {
  readonly clientAddress: string;
  readonly name: string;
  readonly schema: DetailSchema;
  readonly sentences: DetailTemplates;
  /** Whether a granted detail is good for one action only. */
  readonly usedOnce: boolean;
  readonly createdAt: Date;
}

/** Most types of an application. */
export const maxDetailTypes = 20;
/** Longest detail of a registered type, characters of JSON: a person reads all of it. */
const longestDetail = 2000;
const longestText = 500;

/** Returns the value of `type`: with the client id in it, it is never one of the provider's own. */
export const typeIdOf = ({ clientAddress, name }: Pick<RegisteredType, 'clientAddress' | 'name'>): string =>
  `${clientAddress}:${name}`;

const memberName = /^[a-z][A-Za-z0-9_]{0,31}$/;
const placeholder = /\{([^{}]*)\}/g;
const languages = ['en', 'de', 'ja'] as const;

/** Returns what is wrong with a type that an application wants to register; undefined for a sound one. */
export function definitionViolation({ schema, sentences }: CreateDetailTypeRequest): string | undefined {
  const { properties, required = [] } = schema;
  if (schema.additionalProperties === true) return 'schema.additionalProperties must be false.';
  for (const [name, member] of Object.entries(properties)) {
    const at = `schema.properties.${name}`;
    if (!memberName.test(name) || name === 'type')
      return 'schema.properties: a name is a lower-case letter and up to 31 letters, digits and underscores, and not type.';
    const violation = memberViolation(member);
    if (violation !== undefined) return `${at} ${violation}`;
  }
  const missing = required.find((name) => !Object.hasOwn(properties, name));
  if (missing !== undefined) return `schema.required names ${missing}, which is not among the properties.`;
  for (const language of languages) {
    const violation =
      sentences[language] === undefined ? undefined : templateViolation(sentences[language], properties);
    if (violation !== undefined) return `sentences.${language} ${violation}`;
  }
  return undefined;
}

/** Keywords that have no meaning for a type of value. */
const foreign = {
  string: ['minimum', 'maximum'],
  integer: ['minLength', 'maxLength', 'enum'],
  boolean: ['minLength', 'maxLength', 'enum', 'minimum', 'maximum'],
} as const;

function memberViolation(member: DetailMember): string | undefined {
  const { type, minLength = 0, maxLength = longestText, minimum = -Infinity, maximum = Infinity, description } = member;
  const useless = foreign[type].find((keyword) => member[keyword] !== undefined);
  if (useless !== undefined) return `has ${useless}, which says nothing about ${type}.`;
  if (minLength > maxLength || minimum > maximum) return 'accepts no value.';
  const shown = [...(member.enum ?? []), ...(description === undefined ? [] : [description])];
  return shown.every(isPlainName) ? undefined : 'has characters that hide text or change its direction.';
}

function templateViolation(template: string, properties: DetailSchema['properties']): string | undefined {
  if (!isPlainName(template)) return 'has characters that hide text or change its direction.';
  const names = Array.from(template.matchAll(placeholder), ([, name = '']) => name);
  if (/[{}]/.test(template.replace(placeholder, ''))) return 'has a brace without its other one.';
  const unknown = names.find((name) => !Object.hasOwn(properties, name));
  if (unknown !== undefined) return `names {${unknown}}, which is not among the properties.`;
  if (new Set(names).size < names.length) return 'names a member twice.';
  return template.replace(placeholder, '').trim() === '' ? 'says nothing beside the values.' : undefined;
}

/** Returns what is wrong with a detail of the type; undefined for a sound one. */
export function detailViolation({ schema }: RegisteredType, detail: JsonObject): string | undefined {
  if (JSON.stringify(detail).length > longestDetail) return `has more than ${longestDetail} characters.`;
  const missing = schema.required?.find((name) => !Object.hasOwn(detail, name));
  if (missing !== undefined) return `${missing} is missing.`;
  for (const [name, value] of Object.entries(detail)) {
    if (name === 'type') continue;
    const member = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (!member) return `${name.slice(0, 32)} is unknown.`;
    const violation = valueViolation(member, value);
    if (violation !== undefined) return `${name} ${violation}`;
  }
  return undefined;
}

function valueViolation(member: DetailMember, value: unknown): string | undefined {
  const { type, minLength = 0, maxLength = longestText, minimum = -Infinity, maximum = Infinity } = member;
  switch (type) {
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'must be true or false.';
    case 'integer':
      if (typeof value !== 'number' || !Number.isSafeInteger(value)) return 'must be a whole number.';
      return value < minimum || value > maximum ? 'is outside of the range.' : undefined;
    case 'string': {
      if (typeof value !== 'string') return 'must be text.';
      const length = Array.from(value).length;
      if (length < minLength || length > maxLength) return 'is too short or too long.';
      return member.enum === undefined || member.enum.includes(value) ? undefined : 'is none of the allowed texts.';
    }
  }
}

/** Returns what a detail of the type asks, by language. Values end where their quotation marks end. */
export function sentencesOf({ sentences }: RegisteredType, detail: JsonObject): DetailSentences {
  const filled = languages.flatMap((language) => {
    const template = sentences[language];
    return template === undefined
      ? []
      : [[language, template.replace(placeholder, (_, name: string) => shownValue(detail[name]))]];
  });
  return Object.fromEntries(filled);
}

const shownValue = (value: unknown): string => (value === undefined ? '–' : isolatedText(JSON.stringify(value)));

/** Returns all members of a detail, whether the sentence names them or not. */
export const memberTexts = ({ type: _type, ...members }: AuthorizationDetail): readonly string[] =>
  Object.entries(members).map(([name, value]) => `${name}: ${shownValue(value)}`);

/** Returns the schema that everybody reads: complete, with the member `type`. */
export const publishedSchema = (type: RegisteredType): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required: ['type', ...(type.schema.required ?? [])],
  properties: { type: { const: typeIdOf(type) }, ...type.schema.properties },
});
