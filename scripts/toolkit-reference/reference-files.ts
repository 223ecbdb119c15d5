import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program, ToolkitCommand } from '../../cli/shared/command/command.ts';
import { flagNote, flagSyntax } from '../../cli/shared/command/command-line.ts';

/** Settings of all executables, from the environment. */
const environment: readonly (readonly [name: string, meaning: string])[] = [
  ['AGENT_ID_STATE_DIR', 'Directory of the identity, unless --state-dir names one.'],
  ['AGENT_ID_PASSPHRASE, AGENT_ID_PASSPHRASE_FILE', 'Passphrase of the private key and the session tokens.'],
  ['AGENT_ID_NEW_PASSPHRASE', 'New passphrase, or that of a backup or export.'],
  ['AGENT_ID_SIGNER, AGENT_ID_NEW_SIGNER', 'Command that holds the private key, and the one that rotate moves to.'],
  ['AGENT_ID_AUDIT', 'With all, uses of the identity are recorded in the audit trail.'],
  ['SSO_BASE_URL, PLATFORM_PROVIDER_ADDRESS', 'Sign-in provider and application.'],
  ['HTTPS_PROXY, HTTP_PROXY, NO_PROXY', 'Proxies of requests.'],
  ['NODE_EXTRA_CA_CERTS, SSL_CERT_FILE', 'Additional certificate authorities.'],
];

const hexCode = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');

/** Escapes text for roff(7): backslashes, typed hyphens, control characters at the start of a line, and non-ASCII. */
const roff = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/[^ -~\n]/gu, (character) => `\\[u${hexCode(character)}]`)
    .replaceAll(/^([.'])/gm, '\\&$1');

const tagged = (tag: string, text: string): string => `.TP\n\\fB${roff(tag)}\\fR\n${roff(text)}`;

function commandPart({ name, summary, output, flags, rest }: ToolkitCommand): string {
  const rows = Object.entries(flags).map(([flag, declared]) => {
    const note = flagNote(declared);
    return tagged(flagSyntax(flag, declared), note === '' ? declared.help : `${declared.help} (${note})`);
  });
  return [
    `.SS ${roff(rest === undefined ? name : `${name} [flags] -- ${rest}`)}`,
    roff(summary),
    ...rows,
    `.PP\nOutput: ${roff(output)}`,
  ].join('\n');
}

/** Writes the man page of an executable from its flag tables. */
function manPage({ name, version, summary, commands }: Program): string {
  const parts = [
    `.\\" Generated from the flag tables by npm run docs:toolkit.`,
    `.TH ${roff(name.toUpperCase())} 1 "" "${roff(`${name} ${version}`)}" "Agent identity toolkit"`,
    `.SH NAME\n${roff(name)} \\- ${roff(summary.replace(/\.$/, ''))}`,
    `.SH SYNOPSIS\n.B ${roff(name)}\n.I command\n[flags]`,
    `.SH DESCRIPTION\n${roff('Results are JSON on stdout, progress is text on stderr. A failure prints {"ok": false, "error", "code"}. A flag is written --flag value or --flag=value; -- ends the flags.')}`,
    `.SH COMMANDS\n${commands.map(commandPart).join('\n')}`,
    `.SH EXIT STATUS\n0 after success, 1 after a failure. ${roff('vault exec passes on the status of its command.')}`,
    `.SH ENVIRONMENT\n${environment.map(([variable, meaning]) => tagged(variable, meaning)).join('\n')}`,
    `.SH FILES\n${tagged('~/.agent-id', 'The state directory. Its files are for the executables only.')}`,
    `.SH SEE ALSO\n${[
      'agent-id-core',
      'agent-id-git',
      'agent-id-vault',
      'agent-id-auth',
      'agent-id-mcp',
      'git',
      'ssh-keygen',
    ]
      .filter((other) => other !== name)
      .map((other) => `.BR ${roff(other)} (1)`)
      .join(' ,\n')}`,
  ];
  return `${parts.join('\n')}\n`;
}

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'cli');

const maintainers = { name: 'The maintainers of the agent identity toolkit' };

/** MCP servers of a plugin. The program is a part of it, because Claude Code copies the folder of the plugin alone. */
const serversOf: Readonly<Record<string, object>> = {
  'agent-id-mcp': { 'agent-id': { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/bin/cli.mjs'] } },
};

/** A generated file and its content. */
export interface GeneratedFile {
  readonly path: string;
  readonly content: string;
}

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(cli, name, 'plugin.json'), 'utf8')) as Manifest;

/** SKILL.md at the place where Claude Code looks for it, two folders further down. */
function skillOf(name: string): string {
  const here = '`<plugin_dir>` is the folder of this file';
  const text = readFileSync(join(cli, name, 'SKILL.md'), 'utf8');
  if (!text.includes(here)) throw new Error(`cli/${name}/SKILL.md does not say what <plugin_dir> is: "${here}"`);
  return text.replace(here, '`<plugin_dir>` is `${CLAUDE_PLUGIN_ROOT}`, two folders above the folder of this file');
}

function filesOf(program: Program): readonly GeneratedFile[] {
  const { name, version, description, license } = manifestOf(program.name);
  const folder = join(cli, name);
  const mcpServers = serversOf[name];
  const plugin = { name, version, description, author: maintainers, license, ...(mcpServers && { mcpServers }) };
  return [
    { path: join(folder, 'man', `${name}.1`), content: manPage(program) },
    { path: join(folder, '.claude-plugin/plugin.json'), content: json(plugin) },
    { path: join(folder, 'skills', name, 'SKILL.md'), content: skillOf(name) },
  ];
}

/**
 * Man pages, and the layout of Claude Code plugins with their marketplace. The marketplace is at the root, where Claude Code
 * looks for it; the plugins have their programs in a release, and in a clone after `npm ci`.
 */
export function pluginFiles(programs: readonly Program[]): readonly GeneratedFile[] {
  const plugins = programs.map(({ name }) => {
    const { version, description } = manifestOf(name);
    return { name, source: `./cli/${name}`, version, description };
  });
  const marketplace = {
    name: 'agent-identity-toolkit',
    owner: maintainers,
    metadata: {
      description: 'An AI agent with a key of its own, bound to a human owner: signed commits, requests and records.',
    },
    plugins,
  };
  return [
    ...programs.flatMap(filesOf),
    { path: join(root, '.claude-plugin/marketplace.json'), content: json(marketplace) },
  ];
}
