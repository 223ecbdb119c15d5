import { type Html, html } from '../html/html.ts';

type Kind = 'comment' | 'string' | 'word' | 'value' | 'name';

/** Patterns of the highlighted tokens, by language. At each position the first matching pattern wins. */
const languages: ReadonlyMap<string, readonly (readonly [Kind, RegExp])[]> = new Map([
  [
    'ts',
    [
      ['comment', /\/\/[^\n]*|\/\*[\s\S]*?\*\//],
      ['string', /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`/],
      [
        'word',
        /\b(?:import|from|export|const|let|declare|type|await|async|function|return|new|for|of|if|throw|else|class|interface)\b/,
      ],
      ['value', /\b(?:true|false|null|undefined|\d[\d_]*(?:\.\d+)?)\b/],
    ],
  ],
  [
    'json',
    [
      ['name', /"(?:[^"\\]|\\.)*"(?=\s*:)/],
      ['string', /"(?:[^"\\]|\\.)*"/],
      ['value', /\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/],
    ],
  ],
  [
    'sh',
    [
      ['comment', /(?<=^|\s)#[^\n]*/],
      ['string', /'[^']*'|"(?:[^"\\]|\\.)*"/],
      ['name', /(?<=\s)--?[a-z][\w-]*/],
      ['word', /\$\w+|(?<=^|\n\s*)(?:curl|npm|npx|node|agent-id-\w+|git|export)\b/],
    ],
  ],
]);

const aliases: Readonly<Record<string, string>> = {
  typescript: 'ts',
  tsx: 'ts',
  js: 'ts',
  shell: 'sh',
  bash: 'sh',
  go: 'ts',
};

/** Wraps the tokens of source code in elements with classes. An unknown language stays plain text. */
export function highlight(source: string, language: string): Html {
  const name = language.toLowerCase();
  const patterns = languages.get(aliases[name] ?? name);
  if (patterns === undefined) return html`${source}`;
  const any = new RegExp(patterns.map(([, pattern]) => `(${pattern.source})`).join('|'), 'g');
  const parts: (Html | string)[] = [];
  let end = 0;
  for (const match of source.matchAll(any)) {
    const kind = patterns[match.slice(1).findIndex((group) => group !== undefined)]?.[0] ?? 'name';
    parts.push(source.slice(end, match.index), html`<span class="c-${kind}">${match[0]}</span>`);
    end = match.index + match[0].length;
  }
  return html`${[...parts, source.slice(end)]}`;
}
