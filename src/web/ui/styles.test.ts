import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const theme = 'html/theme.css';
const sheets = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /^(?:web|html)\/.*\.css$/.test(file) && file !== theme,
);

/** Properties whose lengths are tokens. Widths, heights, borders and outlines are not among them. */
const measured = /^(?:--page-padding|font|font-size|border-radius|(?:padding|margin|gap|row-gap|column-gap)(?:-.*)?)$/;
const length = /(?<![\w-])-?(?:\d*\.)?\d+(?:px|rem)\b/;
const colour = /#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|light-dark)a?\(/i;

/** Returns the declarations that have a literal where a token belongs. */
function literals(css: string): readonly string[] {
  const declarations = css
    .replaceAll(/\/\*.*?\*\//gs, '')
    .matchAll(/(?<=[{;]\s*)(?<property>[\w-]+):\s*(?<value>[^;{}]+);/g);
  return [...declarations].flatMap(({ groups: { property = '', value = '' } = {} }) =>
    colour.test(value) ||
    (measured.test(property) && length.test(value)) ||
    (property === 'font-size' && /\dem\b/.test(value.replaceAll('1em', ''))) ||
    (property === 'box-shadow' && !/^(?:none|inset|var\()/.test(value))
      ? [`${property}: ${value}`]
      : [],
  );
}

test.each(sheets)('pages: %s has colours, type, corners and spaces from the tokens', (sheet) => {
  expect(literals(readFileSync(join(root, sheet), 'utf8'))).toEqual([]);
});

test('pages: every token that a style sheet uses is defined', () => {
  const defined = new Set(readFileSync(join(root, theme), 'utf8').match(/--[\w-]+(?=:)/g));
  const used = sheets.flatMap((sheet) => {
    const css = readFileSync(join(root, sheet), 'utf8');
    const own = new Set(css.match(/--[\w-]+(?=:)/g));
    return [...css.matchAll(/var\((?<name>--[\w-]+)/g)].flatMap(({ groups: { name = '' } = {} }) =>
      defined.has(name) || own.has(name) ? [] : [`${sheet}: ${name}`],
    );
  });
  expect(used).toEqual([]);
});

test.each(['a { color: #fff; }', 'a { padding: 0 3px; }', 'a { font-size: 0.9em; }', 'a { box-shadow: 0 1px red; }'])(
  'pages: a literal in %s is found',
  (css) => {
    expect(literals(css)).toHaveLength(1);
  },
);
