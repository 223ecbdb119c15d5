import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run, type Programs, type Step, textOf } from './steps.ts';

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
  const repository = await mkdtemp(join(tmpdir(), 'demo-revocation-'));
  try {
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
  } finally {
    await rm(repository, { recursive: true, force: true });
  }
}
