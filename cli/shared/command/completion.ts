import { defineCommand, type ToolkitCommand } from './command.ts';
import type { Flags } from './flags.ts';

/** Adds the commands `completion bash`, `zsh` and `fish` to those of an executable. */
export function withCompletion(program: string, commands: readonly ToolkitCommand[]): readonly ToolkitCommand[] {
  const all: readonly ToolkitCommand[] = [
    ...commands,
    ...(['bash', 'zsh', 'fish'] as const).map((shell) =>
      defineCommand({
        name: `completion ${shell}`,
        summary: `Print the completion script for ${shell}.`,
        output: 'the script, not JSON',
        flags: {},
        run: async () => ({ text: completionScript(shell, program, wordsOf(all)) }),
      }),
    ),
  ];
  return all;
}

export type Shell = 'bash' | 'zsh' | 'fish';

/** Flags of a command with their second names. */
const flagWords = (flags: Flags): string =>
  Object.entries(flags)
    .flatMap(([name, { alias, short }]) => [
      `--${name}`,
      ...(alias === undefined ? [] : [`--${alias}`]),
      ...(short === undefined ? [] : [`-${short}`]),
    ])
    .join(' ');

/** Words that may follow the words of a line, by those words: commands, second words of a command, flags. */
function wordsByLine(commands: readonly ToolkitCommand[]): ReadonlyMap<string, string> {
  const words = new Map(commands.map(({ name, flags }) => [name, flagWords(flags)]));
  for (const { name } of commands) {
    const [group = '', second] = name.split(' ');
    if (second !== undefined) words.set(group, `${words.get(group) ?? ''} ${second}`.trim());
  }
  return words;
}

export interface CompletionWords {
  /** Words that may come first, separated by spaces. */
  readonly first: string;
  /** Words that may follow the words of a line, by those words. */
  readonly lines: ReadonlyMap<string, string>;
}

const wordsOf = (commands: readonly ToolkitCommand[]): CompletionWords => ({
  first: [...new Set(commands.map(({ name }) => name.split(' ')[0]))].join(' '),
  lines: wordsByLine(commands),
});

/** Body of a function for bash and zsh: sets `words` from `line`, the words before the current one. */
function shellCases({ lines }: CompletionWords): string {
  // Longer names first, so that `passphrase set` is not taken for `passphrase`.
  const entries = [...lines].sort(([one], [other]) => other.length - one.length);
  return entries.map(([line, words]) => `    '${line}'|'${line} '*) words='${words}' ;;`).join('\n');
}

function bashScript(program: string, offered: CompletionWords): string {
  const name = `_${program.replaceAll('-', '_')}`;
  return `# Completion of ${program} for bash: source it, for example in ~/.bashrc.
${name}() {
  local words='${offered.first}' line="\${COMP_WORDS[*]:1:COMP_CWORD-1}"
  case "$line" in
${shellCases(offered)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F ${name} ${program}
`;
}

function zshScript(program: string, offered: CompletionWords): string {
  const name = `_${program.replaceAll('-', '_')}`;
  return `#compdef ${program}
# Completion of ${program} for zsh: source it after compinit, or save it as ${name} in a folder of $fpath.
${name}() {
  local line="\${(j: :)words[2,CURRENT-1]}"
  local words='${offered.first}'
  case "$line" in
${shellCases(offered)}
  esac
  compadd -- \${=words} || _files
}
compdef ${name} ${program}
`;
}

function fishScript(program: string, { first, lines: wordsAfter }: CompletionWords): string {
  const lines = [...wordsAfter].map(([line, words]) => {
    const condition = line
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    return `complete -c ${program} -n '${condition}' -a '${words}'`;
  });
  return `# Completion of ${program} for fish: save it as ~/.config/fish/completions/${program}.fish.
complete -c ${program} -n 'not __fish_seen_subcommand_from ${first}' -f -a '${first}'
${lines.join('\n')}
`;
}

export function completionScript(shell: Shell, program: string, words: CompletionWords): string {
  const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript };
  return scripts[shell](program, words);
}
