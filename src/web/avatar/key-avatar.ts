import { sha256 } from '#sha256';
import { type Html, html } from '../../html/html.ts';
import { keyPattern } from './key-pattern.ts';

/** Renders the picture of a key. */
export function keyAvatar(fingerprint: string): Html {
  const { hue, path } = keyPattern(sha256(fingerprint));
  return html`<svg class="avatar" viewBox="0 0 5 5" width="16" height="16" aria-hidden="true">
    <path d="${path}" fill="hsl(${hue} 55% 50%)" />
  </svg>`;
}
