import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import go from 'highlight.js/lib/languages/go';
import json from 'highlight.js/lib/languages/json';
import markup from 'highlight.js/lib/languages/xml';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { type Html, html, trustedHtml } from './html.ts';

const languages = { bash, css, go, json, python, rust, sql, typescript, xml: markup, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);
hljs.registerAliases(['js', 'jsx', 'javascript', 'mjs'], { languageName: 'typescript' });

/** Characters of a text that is highlighted; a longer one stays plain, because the time grows with the length. */
const maxHighlighted = 20_000;

/** Wraps the tokens of source code in elements with classes. An unknown language and a long text stay plain. */
export function highlight(source: string, language: string): Html {
  const name = language.trim().toLowerCase();
  if (source.length > maxHighlighted || hljs.getLanguage(name) === undefined) return html`${source}`;
  return trustedHtml(hljs.highlight(source, { language: name, ignoreIllegals: true }).value);
}
