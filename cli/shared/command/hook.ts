import { readFileSync } from 'node:fs';
import type { CommandHost } from '../host.ts';

/** Seconds that a hook of an agent takes at most, less than hosts give it: a refresh may hold the lock, and the provider be away. */
const hookSeconds = 4;

/** Output of hooks of agents, for help. */
export const hookOutput =
  '{}. Exit code 0, after four seconds at the latest: a failure is a line on stderr, and does not stop the agent';

/** What a hook does when its work fails: a line on stderr, and success, so that it never stops the agent. */
export async function neverFailing(host: CommandHost, what: string, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    host.log(`agent-id: ${what}: ${reason}`);
  }
}

/** Waits for work until it takes too long; it ends with the process. */
async function inTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`it took longer than ${hookSeconds} seconds`)), hookSeconds * 1000);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/**
 * Runs a hook of an agent, if its user asked for a record: installing a plugin records nothing yet. Hosts read the output
 * as JSON; an empty object decides nothing.
 */
export async function runHook(
  audit: boolean,
  host: CommandHost,
  failure: string,
  work: () => Promise<unknown>,
): Promise<{ readonly text: string }> {
  if (audit || host.env['AGENT_ID_AUDIT'] === 'all') await neverFailing(host, failure, () => inTime(work()));
  return { text: '{}\n' };
}

/** What hosts of agents write to a hook: an object of JSON; empty when it is none. A stream of stdin would take longer to load. */
export function hookInput(): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(readFileSync(0, 'utf8'));
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
