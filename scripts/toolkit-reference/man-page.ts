import type { Program, ToolkitCommand } from '../../cli/shared/command/command.ts';
import { flagNote, flagSyntax } from '../../cli/shared/command/command-line.ts';

/** Settings of all executables, from the environment. */
const environment: readonly (readonly [name: string, meaning: string])[] = [
  ['AGENT_ID_STATE_DIR', 'Directory of the identity, unless --state-dir names one.'],
  ['AGENT_ID_PASSPHRASE, AGENT_ID_PASSPHRASE_FILE', 'Passphrase of the private key and the session tokens.'],
  ['AGENT_ID_NEW_PASSPHRASE', 'New passphrase, or that of a backup or export.'],
  ['AGENT_ID_SIGNER, AGENT_ID_NEW_SIGNER', 'Command that holds the private key, and the one that rotate moves to.'],
  ['AGENT_ID_AUDIT', 'With all, uses of the identity, and tool calls of hooks, are recorded in the audit trail.'],
  ['AGENT_ID_COMMITS', 'With sign, the post-commit hook has the agent sign the commits of git commit.'],
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
export function manPage({ name, version, summary, commands }: Program): string {
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
