import { bodyOf, type Programs, run, type Step, textOf, withFolder } from './platform.ts';
import { createForumClient } from '../../../generated/forum/client.ts';
import { unwrap } from '../../../src/typed-contract/client.ts';
import type { DemoAgent } from './first-post.ts';

/** Adds an entry to the audit trail, and creates a commit that the toolkit and plain git verify. */
export async function signWork(step: Step, { agent, agentGit }: Programs): Promise<void> {
  await step(
    'The agent signs an action and appends it to its audit trail',
    () => agent('core', 'sign', '--type', 'demo', '--action', 'write-report', '--payload', '{"file":"report.md"}'),
    (entry) => `entry ${String(entry['seq'])}, chained to all earlier entries`,
  );
  await step(
    'The whole audit trail verifies',
    () => agent('core', 'verify'),
    (trail) => `${String(trail['operations'])} operations, ${String(trail['errorCount'])} errors`,
  );

  await withFolder('repository', async (repository) => {
    const git = (...args: string[]) => run('git', ['-C', repository, ...args]);
    await git('init', '-q');
    await git('config', 'user.name', 'Demo Owner');
    await git('config', 'user.email', 'owner@example.test');
    const allowedSigners = textOf(await agentGit(repository, 'setup'), 'allowedSignersPath');
    await step(
      'The agent creates a signed commit and attaches its provenance',
      () => agentGit(repository, 'commit', '--message', 'Work of an agent with an owner', '--allow-empty'),
      (commit) => `commit ${textOf(commit, 'commitHash').slice(0, 12)}`,
    );
    await step(
      'The toolkit verifies the chain: SSH signature, key, owner, provider',
      () => agentGit(repository, 'verify'),
      (verified) => textOf(verified, 'summary'),
    );
    await step(
      'Plain git verifies the signature',
      () => git('-c', `gpg.ssh.allowedSignersFile=${allowedSigners}`, 'log', '-1', '--format=%G? %GS'),
      (line) => {
        if (!line.startsWith('G ')) throw new Error(`git did not verify the signature: ${line}`);
        return `git log --format='%G? %GS': ${line.trim()}`;
      },
    );
  });
}

/** Credential of the demo; the programs receive it as DEMO_CREDENTIAL. */
export const demoCredential = 'demo-secret-that-nobody-reads';

/** Stores a credential encrypted under the agent key, and uses it without showing it. */
export async function keepSecret(step: Step, { agent, vaultExec }: Programs): Promise<void> {
  await step(
    'The agent stores a credential in its vault',
    () =>
      agent(
        'vault',
        'store',
        '--service',
        'demo.example',
        '--credential-env',
        'DEMO_CREDENTIAL',
        '--username',
        'agent',
      ),
    (stored) => `${textOf(stored, 'service')}, AES-256-GCM under a key derived from the agent's`,
  );
  await step(
    'A command uses the credential from its environment, and its output is masked',
    () => vaultExec('demo.example', 'TOKEN', ['sh', '-c', 'echo "the length is ${#TOKEN}, the value $TOKEN"']),
    (output) => {
      if (output.includes(demoCredential) || !output.includes(`length is ${demoCredential.length}`))
        throw new Error(`it printed ${output}`);
      return output.trim();
    },
  );
}

/**
 * A second agent commits with an attestation, which its verifier requires together with the expected owner. Then the owner
 * revokes the agent, and its next commit is refused.
 * @param programs with a state directory of their own
 */
export async function revokeAgent(
  step: Step,
  { agent, agentGit, tryAgentGit, phone }: Programs,
  providerAddress: string,
): Promise<void> {
  await withFolder('revocation', async (repository) => {
    const { deepLink } = await agent('core', 'auth', '--provider-address', providerAddress);
    await step(
      'The owner approves a second agent',
      () => phone('approve', String(deepLink)),
      (approval) => `signed by a device of owner ${textOf(approval, 'sub')}`,
    );
    const { jkt, ownerSub } = await agent('core', 'bind', '--poll-interval-ms', '250');
    await run('git', ['-C', repository, 'init', '-q']);
    await step(
      'Its commit is attested: the provider signs that the agent was authorized at this time',
      () => agentGit(repository, 'commit', '--message', 'Attested work', '--allow-empty'),
      (commit) => {
        if (commit['attested'] !== true) throw new Error(`The commit is not attested: ${JSON.stringify(commit)}`);
        return `commit ${textOf(commit, 'commitHash').slice(0, 12)}, attested`;
      },
    );
    const expectation = ['--owner', String(ownerSub), '--require-attestation'];
    await step(
      'A verifier expects this owner and an attestation',
      () => agentGit(repository, 'verify', ...expectation),
      (verified) => `ownerExpected ${String(verified['ownerExpected'])}, attestedAt ${String(verified['attestedAt'])}`,
    );
    await step(
      'Another expected owner is refused',
      () => tryAgentGit(repository, 'verify', '--owner', 'somebody-else'),
      (refused) => {
        if (refused['code'] !== 'owner_not_expected') throw new Error(`verify printed ${JSON.stringify(refused)}`);
        return `owner_not_expected`;
      },
    );
    await step(
      'The owner revokes the agent on the phone',
      () => phone('revoke', String(jkt)),
      (revoked) => {
        if (revoked['revoked'] !== 1) throw new Error(`the phone revoked ${String(revoked['revoked'])} sessions`);
        return `1 session of key ${textOf(revoked, 'jkt').slice(0, 8)}… ended`;
      },
    );
    await step(
      'The next commit of the agent is refused before anything is committed',
      async () => {
        const head = await run('git', ['-C', repository, 'rev-parse', 'HEAD']);
        const refused = await tryAgentGit(repository, 'commit', '--message', 'Too late', '--allow-empty');
        const moved = (await run('git', ['-C', repository, 'rev-parse', 'HEAD'])) !== head;
        return { refused, moved };
      },
      ({ refused, moved }) => {
        if (refused['code'] !== 'authorization_revoked' || moved)
          throw new Error(`commit printed ${JSON.stringify(refused)}`);
        return 'authorization_revoked, HEAD did not move';
      },
    );
    await step(
      'The commit that was attested before the revocation stays valid',
      () => agentGit(repository, 'verify', ...expectation),
      (verified) => `keyStatus ${textOf(verified, 'keyStatus')}: attested before the revocation`,
    );
  });
}

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
