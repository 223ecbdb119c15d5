/**
 * Writes docs/toolkit.md from the flag tables of the four executables: `node scripts/toolkit-reference.ts`.
 * A test holds the page and the tables together.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { authProgram } from '../cli/agent-id-auth/program.ts';
import { coreProgram } from '../cli/agent-id-core/program.ts';
import { gitProgram } from '../cli/agent-id-git/program.ts';
import { vaultProgram } from '../cli/agent-id-vault/program.ts';
import type { Command } from '../cli/shared/command.ts';
import { failureCodes } from '../cli/shared/failure-codes.ts';
import { flagNote, flagSyntax } from '../cli/shared/help.ts';
import type { Program } from '../cli/shared/program.ts';

export const referencePath = join(import.meta.dirname, '../docs/toolkit.md');

const cell = (text: string): string => text.replaceAll('|', '\\|');

function commandSection(command: Command): string {
  const rows = Object.entries(command.flags)
    .filter(([name]) => name !== 'state-dir')
    .map(([name, flag]) => `| \`${cell(flagSyntax(name, flag))}\` | ${cell(flagNote(flag))} | ${cell(flag.help)} |`);
  const table = ['| Flag | | Meaning |', '|---|---|---|', ...rows].join('\n');
  return [
    `### ${command.name}`,
    command.summary,
    ...(command.rest === undefined ? [] : [`Takes \`${command.rest}\` after \`--\`.`]),
    ...(rows.length === 0 ? [] : [table]),
    `Output: ${command.output}.`,
  ].join('\n\n');
}

const programSection = (program: Program): string =>
  [
    `## ${program.name}`,
    `${program.summary.charAt(0).toUpperCase()}${program.summary.slice(1)}`,
    ...program.commands.map(commandSection),
  ].join('\n\n');

/** The whole page. */
export function toolkitReference(): string {
  const codes = Object.entries(failureCodes).map(([code, meaning]) => `| \`${code}\` | ${cell(meaning)} |`);
  const parts = [
    '# Agent identity toolkit: reference',
    'Written by `node scripts/toolkit-reference.ts` from the tables that parse the command lines. Step by step: [agent-guide.md](agent-guide.md).',
    'Four executables, each one file: `node cli/<name>/bin/cli.mjs <command> [flags]`, on Node 20 or later with nothing installed beside it, or `npx` from the package that each folder is. Without a command, or with `help`, `--help` or `-h`, usage is printed; `--version` prints the version.',
    'Results are JSON on stdout, indented by two spaces; progress is text on stderr. A failure prints `{"ok": false, "error", "code"}` on stdout and exits 1. Times are Unix seconds. A flag is written `--flag value` or `--flag=value`; a value that begins with a dash needs the second form; `--` ends the flags.',
    'Every command takes `--state-dir <path>`: the directory of the identity, else `AGENT_ID_STATE_DIR`, else `~/.agent-id`. With `AGENT_ID_PASSPHRASE`, or a file named by `AGENT_ID_PASSPHRASE_FILE`, private key and session tokens are encrypted at rest.',
    ...[coreProgram, gitProgram, vaultProgram, authProgram].map(programSection),
    '## Failure codes',
    ['| code | meaning and remedy |', '|---|---|', ...codes].join('\n'),
  ];
  return `${parts.join('\n\n')}\n`;
}

if (import.meta.main) writeFileSync(referencePath, toolkitReference());
