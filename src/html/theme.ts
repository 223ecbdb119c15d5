import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Colour and font variables of every page, in both themes. */
export const themeStyle: string = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8');

/** Colours of highlighted source code. */
export const highlightStyle: string = readFileSync(join(import.meta.dirname, 'highlight.css'), 'utf8');
