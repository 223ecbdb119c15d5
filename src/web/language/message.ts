/** A text for each plural category of its language that occurs (CLDR), chosen by the placeholder `count`. */
export type PluralMessage = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };

/** Texts by key. A text has placeholders in braces: `Sign in to {application}`. */
export type Messages = Readonly<Record<string, string | PluralMessage>>;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** Names of the placeholders of a message. */
export type Placeholder<Message> = Message extends string
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
