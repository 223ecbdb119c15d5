import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Programs, run, type Step, textOf } from './story.ts';

/** An entry in the audit trail, and a commit that the toolkit and plain git both verify. */
export async function signWork(step: Step, { agent, agentGit }: Programs): Promise<void> {
  await step(
    'It signs an action into its audit trail',
    () => agent('core', 'sign', '--type', 'demo', '--action', 'tell-story', '--payload', '{"chapter":"work"}'),
    (entry) => `entry ${String(entry['seq'])}, chained to everything before it`,
  );
  await step(
    'Anybody can check the whole trail',
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
      'It commits, signed with its key, and attaches its provenance',
      () => agentGit(repository, 'commit', '--message', 'Work of an agent with an owner', '--allow-empty'),
      (commit) => `commit ${textOf(commit, 'commitHash').slice(0, 12)}`,
    );
    await step(
      'The toolkit follows the chain: SSH signature, key, owner, provider',
      () => agentGit(repository, 'verify'),
      (verified) => textOf(verified, 'summary'),
    );
    await step(
      'Plain git agrees',
      () => git('-c', `gpg.ssh.allowedSignersFile=${allowedSigners}`, 'log', '-1', '--format=%G? %GS'),
      (line) => {
        if (!line.startsWith('G ')) throw new Error(`git says ${line}`);
        return `git log --format='%G? %GS': ${line.trim()}`;
      },
    );
  } finally {
    await rm(repository, { recursive: true, force: true });
  }
}

/** What the demo keeps secret; the environment of the programs carries it as DEMO_CREDENTIAL. */
export const demoCredential = 'demo-secret-that-nobody-reads';

/** A secret that only the agent's key opens, used without being shown. */
export async function keepSecret(step: Step, { agent, vaultExec }: Programs): Promise<void> {
  await step(
    'It stores a credential in its vault',
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
    'A command uses it from its environment, and cannot print it',
    () => vaultExec('demo.example', 'TOKEN', ['sh', '-c', 'echo "the length is ${#TOKEN}, the value $TOKEN"']),
    (output) => {
      if (output.includes(demoCredential) || !output.includes(`length is ${demoCredential.length}`))
        throw new Error(`it printed ${output}`);
      return output.trim();
    },
  );
}
