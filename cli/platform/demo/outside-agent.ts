import { bodyOf, type Programs, type Step, textOf } from './platform.ts';

/**
 * An agent that knows only the address of the forum finds its provider, is approved, and calls the forum.
 *
 * @param outside programs with an empty state directory and without the address of a provider
 */
export async function enterByAddress(
  step: Step,
  { phone }: Programs,
  outside: Programs,
  forumBaseUrl: string,
): Promise<void> {
  const pending = await step(
    'An agent from outside knows only the address of the forum, which names its provider',
    () => outside.agent('core', 'auth', '--service', forumBaseUrl, '--accept-provider'),
    (auth) => `provider ${textOf(auth, 'provider')}, where the agent registered; scope ${textOf(auth, 'scope')}`,
  );
  await step(
    'The owner approves it on the software phone, and it takes its session',
    async () => {
      await phone('approve', textOf(pending, 'deepLink'));
      return outside.agent('core', 'bind', '--poll-interval-ms', '250');
    },
    (session) => `bound to owner ${textOf(session, 'ownerSub')}`,
  );
  await step(
    'It calls the forum with a token for the forum alone',
    () => outside.agent('auth', 'call', '--url', `${forumBaseUrl}/api/agent-auth`),
    (response) => `${String(response['status'])}: ${textOf(bodyOf(response), 'message')}`,
  );
}
