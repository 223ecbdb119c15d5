import { invalidField } from './errors.ts';

/** Letters and symbols that are drawn as nothing: fillers of Hangul, and the empty Braille pattern. */
const blank = /[\u115f\u1160\u2800\u3164\uffa0]/gu;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** @throws DomainError 400 for text without a visible character: people could not tell such apps apart */
export function checkVisibleText(field: string, text: string): void {
  if (!visible.test(text.replace(blank, '')))
    throw invalidField(field, 'invisible', `${field} has no visible character; add a letter, a digit or a symbol.`);
}
