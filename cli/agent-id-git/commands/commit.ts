import { spawn } from 'node:child_process';
import { defineCommand } from '../../shared/command/command.ts';
import { Failure } from '../../shared/failure.ts';
import type { Flags } from '../../shared/command/flags.ts';
import type { CommandHost } from '../../shared/host.ts';
import { parseObject } from '../../shared/json.ts';

export const remoteFlag = (help: string) =>
  ({ remote: { type: 'string', default: 'origin', value: 'name', help } }) as const satisfies Flags;

/**
 * Refuses a remote that git would read as a flag.
 * @throws Failure invalid_flag
 */
export function parseRemote(remote: string): string {
  if (remote !== '' && !remote.startsWith('-')) return remote;
  throw new Failure('invalid_flag', `--remote accepts the name or URL of a remote, not "${remote}".`);
}

export const commitCommand = defineCommand({
  name: 'commit',
  summary: 'Commit the staged changes, signed by the agent, with provenance trailers and proof.',
  output:
    'ok, commitHash, signed, jkt, proofAttached, attested (the provider vouches for the time), pushed, notesPushed; auditSeq and signatureShort when the commit was logged',
  flags: {
    message: {
      type: 'string',
      requiredUnless: 'file',
      multiple: true,
      short: 'm',
      value: 'text',
      help: 'Commit message; several are joined with blank lines.',
    },
    file: {
      type: 'string',
      short: 'F',
      value: 'path',
      help: 'Read the commit message from a file, or from stdin with -.',
    },
    push: { type: 'boolean', help: 'Push the commit and its proof.' },
    ...remoteFlag('Remote to push to.'),
    amend: { type: 'boolean', help: 'Replace the last commit by one with the same content, signed.' },
    'allow-empty': { type: 'boolean', help: 'Allow a commit without changes.' },
  },
  run: async ({ flags, dir, host }) => {
    const remote = parseRemote(flags.remote);
    const { decodeInput, readInput } = await import('../../shared/named-files.ts');
    const message =
      flags.file === undefined
        ? flags.message.join('\n\n')
        : decodeInput('file', await readInput('file', flags.file, host.cwd));
    const { commitAsAgent } = await import('../commit-as-agent.ts');
    const { pushCommit } = await import('../notes.ts');
    const { git, ...made } = await commitAsAgent(dir, host, message, {
      allowEmpty: flags['allow-empty'],
      replacesHead: flags.amend,
    });
    const { commitHash, proofAttached, attested, audit } = made;
    const push = flags.push
      ? await pushCommit(git, remote, commitHash, proofAttached)
      : { pushed: false, notesPushed: false };
    const { pushed, notesPushed } = push;
    const report = { commitHash, signed: true, jkt: made.jkt, proofAttached, attested, pushed, notesPushed, ...audit };
    if (!('reason' in push)) return { json: { ok: true, ...report } };
    throw new Failure(
      'push_failed',
      `The commit was created but ${pushed ? 'its proof' : 'it'} was not pushed: ${push.reason}`,
      report,
    );
  },
});

/** Seconds for a commit with its proof: git waits for its hook. */
const commitSeconds = 10;

/**
 * Commits anew in a process that can be ended: git waits until its hook has, also for a provider that does not respond.
 * @throws Error with its reason, or that it took too long
 */
function amend(message: string, stateDir: string, env: CommandHost['env']): Promise<void> {
  const args = ['commit', '--amend', `--message=${message}`, '--state-dir', stateDir];
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [process.argv[1] ?? '', ...args], {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: commitSeconds * 1000,
      killSignal: 'SIGKILL',
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', fail);
    child.once('close', (code, signal) => {
      if (code === 0) return done();
      const reason = parseObject(output)?.['error'];
      const ended = signal === null ? `it ended with ${code}` : `it took longer than ${commitSeconds} seconds`;
      fail(new Error(typeof reason === 'string' ? reason : ended));
    });
  });
}

export const hookPostCommitCommand = defineCommand({
  name: 'hook post-commit',
  summary:
    'Replace the commit that git has just made by one that the agent signed, when AGENT_ID_COMMITS is sign. For .git/hooks/post-commit.',
  output:
    'nothing. Exit code 0, after ten seconds at the latest: a failure is a line on stderr, and the commit stays as it was',
  flags: {},
  run: async ({ stateDir, host }) => {
    // A person who commits in the same clone is not the agent.
    if (host.env['AGENT_ID_COMMITS'] !== 'sign') return { exitCode: 0 };
    const { neverFailing } = await import('../../shared/command/hook.ts');
    await neverFailing(host, 'the commit was not signed', async () => {
      const { gitFor, readHead } = await import('../git.ts');
      await amend(await readHead(gitFor(host.cwd, host.env), '%B'), stateDir, host.env);
    });
    return { exitCode: 0 };
  },
});
