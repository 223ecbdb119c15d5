import { hostname, userInfo } from 'node:os';
import { Failure } from '../shared/failure.ts';

/** Longest name, in characters. */
const maxLength = 80;

/** Control, format and separator characters. */
const unsafe = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

function userAndHost(): string {
  let user = '';
  try {
    user = userInfo().username;
  } catch {
    // The uid has no passwd entry.
  }
  return user === '' ? hostname() : `${user}@${hostname()}`;
}

/**
 * Name of this agent for its owner: --agent-name, else user and host. Undefined when these cannot be sent.
 * @throws Failure invalid_flag
 */
export function agentName(flag: string | undefined): string | undefined {
  if (flag === undefined) {
    const name = Array.from(userAndHost().replace(new RegExp(unsafe, 'gu'), '').trim())
      .slice(0, maxLength)
      .join('')
      .trim();
    return name === '' ? undefined : name;
  }
  const name = flag.trim();
  if (name !== '' && Array.from(name).length <= maxLength && !unsafe.test(name)) return name;
  throw new Failure(
    'invalid_flag',
    `--agent-name accepts 1 to ${maxLength} characters without control or invisible characters.`,
  );
}
