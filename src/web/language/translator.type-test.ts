import { translationOf, type Translator } from './translator.ts';

// Compiled, never executed: an unused `@ts-expect-error` is an error.

const original = {
  greeting: 'Hello {name}',
  farewell: 'Goodbye',
  codes: { one: '{count} code', other: '{count} codes' },
} as const;

const translate = translationOf<typeof original>();
const farewell = 'Auf Wiedersehen';
const codes = { one: '{count} Code', other: '{count} Codes' } as const;

translate({ greeting: 'Hallo {name}', farewell, codes });
// @ts-expect-error a key is missing
translate({ greeting: 'Hallo {name}', codes });
// @ts-expect-error a key is unknown
translate({ greeting: 'Hallo {name}', farewell, codes, further: 'Mehr' });
// @ts-expect-error a placeholder is missing
translate({ greeting: 'Hallo', farewell, codes });
// @ts-expect-error a placeholder has another name
translate({ greeting: 'Hallo {Name}', farewell, codes });
// @ts-expect-error a placeholder is unknown
translate({ greeting: 'Hallo {name}', farewell: '{name}', codes });
// @ts-expect-error a plural is a single text
translate({ greeting: 'Hallo {name}', farewell, codes: '{count} Codes' });

declare const translator: Translator<typeof original>;
translator.text('farewell');
translator.text('greeting', { name: 'Jane' });
translator.text('codes', { count: 2 });
translator.parts('greeting', { name: { bold: 'Jane' } });
// @ts-expect-error a value is missing
translator.text('greeting');
// @ts-expect-error a value has another name
translator.text('greeting', { application: 'Jane' });
// @ts-expect-error the key is unknown
translator.text('greetings', { name: 'Jane' });
