import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { useToolkit } from '../../contract-tests/fixtures/cli/executables.ts';

const toolkit = useToolkit();
const executables = ['agent-id-core', 'agent-id-git', 'agent-id-vault', 'agent-id-auth'] as const;
const scriptOf = async (name: (typeof executables)[number], shell: string): Promise<string> =>
  (await toolkit.run(name, ['completion', shell])).stdout;

/** Words that bash offers for the last word of a line. */
async function complete(name: (typeof executables)[number], ...words: readonly string[]): Promise<readonly string[]> {
  const list = [name, ...words].map((word) => `'${word}'`).join(' ');
  const request = `COMP_WORDS=(${list}); COMP_CWORD=${words.length}; _${name.replaceAll('-', '_')}; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const output = execFileSync('bash', ['-c', `${await scriptOf(name, 'bash')}\n${request}`], { encoding: 'utf8' });
  return output.split('\n').filter(Boolean);
}

test('completion bash: offers commands, second words and the flags of the command on the line', async () => {
  expect(await complete('agent-id-core', 'ver')).toEqual(['verify']);
  expect(await complete('agent-id-core', 'passphrase', '')).toEqual(['set', 'change', 'remove']);
  expect(await complete('agent-id-core', 'passphrase', 'change', '--new')).toEqual(['--new-passphrase-file']);
  expect(await complete('agent-id-git', 'commit', '--allow-empty', '--rem')).toEqual(['--remote']);
  expect(await complete('agent-id-vault', 'exec', '--ser')).toEqual(['--service']);
  expect(await complete('agent-id-auth', 'discover', '--serv')).toEqual(['--service']);
});

test.each(executables)(
  'completion of %s: the script for bash is valid, those for zsh and fish name every command',
  async (name) => {
    execFileSync('bash', ['-n'], { input: await scriptOf(name, 'bash') });
    const help = (await toolkit.run(name, ['--help'])).stdout;
    const commands = [...help.matchAll(/^ {2}([a-z][a-z-]*)/gm)].map(([, command = '']) => command);
    expect(commands.length).toBeGreaterThan(5);
    for (const shell of ['zsh', 'fish']) {
      const script = await scriptOf(name, shell);
      for (const command of commands) expect(script).toContain(command);
    }
  },
);

test('completion: another shell is refused', async () => {
  expect((await toolkit.run('agent-id-core', ['completion', 'tcsh'])).json['code']).toBe('unknown_command');
});
