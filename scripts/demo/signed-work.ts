import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Programs, run, type Step, textOf } from './steps.ts';

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

  const repository = await mkdtemp(join(tmpdir(), 'demo-repository-'));
  try {
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
  } finally {
    await rm(repository, { recursive: true, force: true });
  }
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
