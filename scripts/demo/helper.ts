import { createForumClient } from '../../generated/forum/client.ts';
import { unwrap } from '../../src/typed-contract/client.ts';
import type { DemoAgent } from './first-post.ts';
import { bodyOf, type Programs, type Step, textOf } from './platform.ts';

/** Seconds within which every service refuses a revoked token. */
const revocationSeconds = 5;

/**
 * The agent delegates posting to a helper with a key of its own, whose post names both. Then the owner revokes the helper,
 * and its next post is refused.
 * @param helper programs with a state directory of their own
 */
export async function delegateToHelper(
  step: Step,
  { agent, phone }: Programs,
  helper: Programs,
  forumBaseUrl: string,
  { jkt, ownerSub }: DemoAgent,
): Promise<void> {
  const key = textOf(await helper.agent('core', 'init').then(() => helper.agent('core', 'status')), 'jkt');
  const signed = await step(
    'The agent delegates posting to a helper for ten minutes, without its owner and without lending its key',
    () => agent('core', 'delegate', '--to', key, '--scope', 'forum:write', '--ttl', '600'),
    (delegation) => `signed for key ${textOf(delegation, 'to').slice(0, 8)}…, scope ${textOf(delegation, 'scope')}`,
  );
  await step(
    'The helper exchanges the delegation with a proof of its own key',
    () => helper.agent('core', 'accept', '--delegation', textOf(signed, 'delegation')),
    (session) => {
      if (JSON.stringify(session['chain']) !== JSON.stringify([key, jkt]) || session['ownerSub'] !== ownerSub)
        throw new Error(`accept printed ${JSON.stringify(session)}`);
      return `may do ${textOf(session, 'scope')} for owner ${ownerSub}, as a helper of ${jkt.slice(0, 8)}…`;
    },
  );
  const post = (title: string) => {
    const body = JSON.stringify({ title, body: `Written at ${new Date().toISOString()}.`, forum: 'field-notes' });
    return ['call', '--url', `${forumBaseUrl}/api/posts`, '--method', 'POST', '--body', body] as const;
  };
  await step(
    'The helper writes a post, which names the agent that it helps',
    async () => {
      const { post: written } = bodyOf(await helper.agent('auth', ...post('Hello from a helper')));
      const id = textOf({ ...(typeof written === 'object' && written) }, 'id');
      return unwrap(await createForumClient({ baseUrl: forumBaseUrl }).getPost({ path: { id } })).post;
    },
    ({ fingerprint, helperOf }) => {
      if (fingerprint !== key || helperOf?.[0] !== jkt) throw new Error('The forum names another author.');
      return `by key ${fingerprint.slice(0, 8)}…, helper of ${helperOf[0].slice(0, 8)}…`;
    },
  );
  await step(
    'The owner revokes the helper on the phone, and the agent keeps its session',
    () => phone('revoke', key),
    (revoked) => `${String(revoked['revoked'])} session of key ${textOf(revoked, 'jkt').slice(0, 8)}… ended`,
  );
  await step(
    `Within ${revocationSeconds} seconds the next post of the helper is refused`,
    async () => {
      await new Promise((resolve) => setTimeout(resolve, revocationSeconds * 1000));
      return helper.tryAgent('auth', ...post('Too late'));
    },
    (refused) => {
      if (refused['status'] !== 401) throw new Error(`call printed ${JSON.stringify(refused)}`);
      return `401 ${textOf({ ...bodyOf(refused) }, 'code')}`;
    },
  );
}
