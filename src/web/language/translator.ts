import type { Language } from './language.ts';

/** A text for each plural category of its language that occurs (CLDR), chosen by the placeholder `count`. */
export type PluralMessage = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };

/** Texts by key. A text has placeholders in braces: `Sign in to {application}`. */
type Messages = Readonly<Record<string, string | PluralMessage>>;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Names of the placeholders of a message. */
type Placeholder<Message> = Message extends string
  ? NamesIn<Message>
  : Message extends PluralMessage
    ? NamesIn<Message['other']>
    : never;

/** What a translation of messages has: the same keys, and plurals where the original has them. */
export type Translation<Original extends Messages> = {
  readonly [Key in keyof Original]: Original[Key] extends string ? string : PluralMessage;
};

type IsSame<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The type of a translation whose placeholders are those of the original; `never` for keys that differ. */
type Matching<Original extends Messages, Translated> = {
  readonly [Key in keyof Translated]: Key extends keyof Original
    ? IsSame<Placeholder<Translated[Key]>, Placeholder<Original[Key]>> extends true
      ? Translated[Key]
      : never
    : never;
};

/**
 * Checks a translation at compile time: a missing or unknown key, and a missing or unknown placeholder, are errors.
 *
 * @example const german = translationOf<typeof english>()({ greeting: 'Guten Tag, {name}' });
 */
export const translationOf =
  <Original extends Messages>() =>
  <const Translated extends Translation<Original>>(
    translated: Translated & Matching<Original, Translated>,
  ): Translation<Original> =>
    translated;

/** Numbers are written as the language writes them. */
type Value = string | number;

type ValuesOf<Message> = { readonly [Name in Placeholder<Message>]: Name extends 'count' ? number : Value };

/** No argument for a text without placeholders. */
type ValueArguments<Message> = [Placeholder<Message>] extends [never] ? [] : [values: ValuesOf<Message>];

export interface Translator<Original extends Messages> {
  readonly language: Language;
  readonly text: <Key extends keyof Original & string>(key: Key, ...values: ValueArguments<Original[Key]>) => string;
  /** Splits a text at its placeholders, for values that are elements. */
  readonly parts: <
    Key extends keyof Original & string,
    Values extends Readonly<Record<Placeholder<Original[Key]>, unknown>>,
  >(
    key: Key,
    values: Values,
  ) => readonly (Values[keyof Values] | string)[];
  /** Returns a text whose key is only known at run time, such as an error code; undefined for an unknown key. */
  readonly find: (key: string, values?: Readonly<Record<string, Value>>) => string | undefined;
}

export function createTranslator<Original extends Messages>(
  language: Language,
  messages: Translation<Original>,
): Translator<Original> {
  const plurals = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const write = (value: unknown): string => (typeof value === 'number' ? numbers.format(value) : String(value));

  const choose = (message: string | PluralMessage, values: Readonly<Record<string, unknown>>): string =>
    typeof message === 'string' ? message : (message[plurals.select(Number(values['count']))] ?? message.other);
  const fill = (message: string | PluralMessage, values: Readonly<Record<string, unknown>>): string =>
    choose(message, values).replaceAll(/\{(\w+)\}/g, (_, name: string) => write(values[name]));

  return {
    language,
    text: (key, ...[values]) => fill(messages[key], values ?? {}),
    parts: (key, values) => {
      const isName = (part: string): part is keyof typeof values & string => Object.hasOwn(values, part);
      return choose(messages[key], values)
        .split(/\{(\w+)\}/)
        .map((part, index) => (index % 2 === 1 && isName(part) ? values[part] : part))
        .filter((part) => part !== '');
    },
    find: (key, values = {}) => {
      const message = Object.hasOwn(messages, key) ? messages[key as keyof Original] : undefined;
      return message === undefined ? undefined : fill(message, values);
    },
  };
}
