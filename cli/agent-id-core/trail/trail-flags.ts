import { Failure } from '../../shared/failure.ts';
import type { Flags } from '../../shared/command/flags.ts';

/** For reading a state directory that belongs to another user. */
export const foreignFlag = {
  foreign: {
    type: 'boolean',
    help: 'Read a state directory of another user, without a lock and without changing modes.',
  },
} as const satisfies Flags;

/** Head of a trail, known from elsewhere. */
export const expectHeadFlag = {
  'expect-head': {
    type: 'string',
    value: 'hash',
    help: 'envelopeHash that the trail must contain, such as a head noted earlier.',
  },
} as const satisfies Flags;

/**
 * Checks the form of --expect-head.
 * @throws Failure invalid_flag
 */
export function parseHead(text: string | undefined): string | undefined {
  if (text === undefined || /^[0-9a-f]{64}$/.test(text)) return text;
  throw new Failure('invalid_flag', `--expect-head accepts an envelopeHash of 64 hexadecimal digits, not "${text}".`);
}
