import { sha256 } from '#sha256';
import { type Html, html } from '../../html/html.ts';
import { keyPattern } from './key-pattern.ts';

export function keyAvatar(fingerprint: string): Html {
  const { hue, path } = keyPattern(sha256(fingerprint));
  return html`<svg class="avatar" viewBox="0 0 5 5" width="16" height="16" aria-hidden="true">
    <path d="${path}" fill="hsl(${hue} 55% 50%)" />
  </svg>`;
}

const adjectives =
  'amber ashen azure bold brisk calm clear coral dusky early faint fleet fresh gentle golden grand green hazel ivory jade keen light lunar mellow misty noble quiet rapid rosy silver solar swift'.split(
    ' ',
  );
const animals =
  'badger beaver bison crane dingo dove eagle falcon finch fox gecko hare heron ibex jay koala lark lynx marten moose newt otter owl panda puffin quail raven robin seal stork swan wren'.split(
    ' ',
  );

/** Returns a short name for a key that people can tell apart from others; it proves nothing. */
export function keyName(fingerprint: string): string {
  const digest = sha256(fingerprint);
  const word = (list: readonly string[], index: number) => list[(digest[index] ?? 0) % list.length];
  return `${word(adjectives, 0)}-${word(animals, 1)}`;
}
