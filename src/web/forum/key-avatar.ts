import { createHash } from 'node:crypto';
import { type Html, html } from '../../html/html.ts';

const adjectives =
  'amber ashen azure bold brisk calm clear coral dusky early faint fleet fresh gentle golden grand green hazel ivory jade keen light lunar mellow misty noble quiet rapid rosy silver solar swift'.split(
    ' ',
  );
const animals =
  'badger beaver bison crane dingo dove eagle falcon finch fox gecko hare heron ibex jay koala lark lynx marten moose newt otter owl panda puffin quail raven robin seal stork swan wren'.split(
    ' ',
  );

/** SHA-256 of a thumbprint, whose own characters an attacker can choose a few of. */
const digestOf = (fingerprint: string): Buffer => createHash('sha256').update(fingerprint).digest();

/** Returns a short name for a key that people can tell apart from others; it proves nothing. */
export function keyName(fingerprint: string): string {
  const digest = digestOf(fingerprint);
  const word = (list: readonly string[], index: number) => list[(digest[index] ?? 0) % list.length];
  return `${word(adjectives, 0)}-${word(animals, 1)}`;
}

/** Renders a picture of a key: a symmetric pattern of five by five squares in one of twelve colours. */
export function keyAvatar(fingerprint: string): Html {
  const digest = digestOf(fingerprint);
  const colour = `hsl(${((digest[2] ?? 0) % 12) * 30} 55% 50%)`;
  const squares = Array.from({ length: 15 }, (_, index) => index)
    .filter((index) => ((digest[3 + index] ?? 0) & 1) === 1)
    .flatMap((index) => {
      const [column, row] = [index % 3, Math.floor(index / 3)];
      return column === 2
        ? [[2, row]]
        : [
            [column, row],
            [4 - column, row],
          ];
    })
    .map(([x, y]) => `M${x} ${y}h1v1h-1z`)
    .join('');
  return html`<svg class="avatar" viewBox="0 0 5 5" width="16" height="16" aria-hidden="true">
    <path d="${squares}" fill="${colour}" />
  </svg>`;
}
