import { defineCommand } from '../../shared/command/command.ts';
import { Failure } from '../../shared/failure.ts';
import type { Flags } from '../../shared/command/flags.ts';

/** Remote of a repository. */
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
    const { git, ...made } = await commitAsAgent(dir, host, message, flags['allow-empty']);
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
