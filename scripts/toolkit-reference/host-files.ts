/** The layouts that Claude Code, Codex, Cursor and VS Code read, from one description of the plugins. */

/** Plugin of an executable, whatever the host. */
export interface PluginDescription {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
}

/**
 * What hosts call the events after which a command of agent-id-core runs. VS Code and Codex read the form of Claude Code.
 * Claude Code and Cursor report a call that failed by an event of its own, and Codex ignores that event.
 */
const hooks = [
  { claude: 'PostToolUse', cursor: 'postToolUse', command: 'hook tool-use' },
  { claude: 'PostToolUseFailure', cursor: 'postToolUseFailure', command: 'hook tool-use' },
  { claude: 'Stop', cursor: 'stop', command: 'hook stop' },
] as const;

/** Seconds after which a host ends a hook: more than the hook itself takes at most. */
const timeout = 10;

const withHooks = 'agent-id-core';
const withServer = 'agent-id-mcp';

const maintainers = { name: 'The maintainers of the agent identity toolkit' };
const marketplaceName = 'agent-identity-toolkit';
const marketplaceDescription =
  'An AI agent with a key of its own, bound to a human owner: signed commits, requests and records.';

/** Codex sets the variable of Claude Code too. The program is a part of a plugin: hosts copy the folder of the plugin alone. */
const programIn = (root: string): string => `\${${root}}/bin/cli.mjs`;
const hookCommand = (root: string, command: string): string => `node "${programIn(root)}" ${command}`;

/** Generated files of a host by their paths, which are relative. */
type HostFiles = Readonly<Record<string, object>>;

const claudeHooks = {
  description: 'Records tool calls in the audit trail of the agent, with AGENT_ID_AUDIT=all.',
  hooks: Object.fromEntries(
    hooks.map(({ claude, command }) => [
      claude,
      [{ hooks: [{ type: 'command', command: hookCommand('CLAUDE_PLUGIN_ROOT', command), timeout }] }],
    ]),
  ),
};

const cursorHooks = {
  version: 1,
  hooks: Object.fromEntries(
    hooks.map(({ cursor, command }) => [cursor, [{ command: hookCommand('CURSOR_PLUGIN_ROOT', command), timeout }]]),
  ),
};

/** Files in the folder of a plugin. */
export function hostFilesOf({ name, version, description, license }: PluginDescription): HostFiles {
  const plugin = { name, version, description, author: maintainers, license };
  const hasHooks = name === withHooks;
  const hasServer = name === withServer;
  const server = { command: 'node', args: [programIn('CLAUDE_PLUGIN_ROOT')] };
  return {
    '.claude-plugin/plugin.json': { ...plugin, ...(hasServer && { mcpServers: { 'agent-id': server } }) },
    '.codex-plugin/plugin.json': {
      ...plugin,
      skills: './skills/',
      ...(hasHooks && { hooks: './hooks/hooks.json' }),
      ...(hasServer && { mcpServers: './codex-mcp.json' }),
    },
    '.cursor-plugin/plugin.json': { ...plugin, skills: './skills/', ...(hasHooks && { hooks: './hooks/cursor.json' }) },
    ...(hasHooks && { 'hooks/hooks.json': claudeHooks, 'hooks/cursor.json': cursorHooks }),
    // Codex replaces no variable there, and starts servers in the folder of the plugin.
    ...(hasServer && {
      'codex-mcp.json': { mcpServers: { 'agent-id': { command: 'node', args: ['./bin/cli.mjs'], cwd: '.' } } },
    }),
  };
}

/** Marketplaces at the root, where hosts look for them; a release and, after `npm ci`, a clone have the programs. */
export function marketplaceFiles(plugins: readonly PluginDescription[]): HostFiles {
  const marketplace = {
    name: marketplaceName,
    owner: maintainers,
    metadata: { description: marketplaceDescription },
  };
  return {
    '.claude-plugin/marketplace.json': {
      ...marketplace,
      plugins: plugins.map(({ name, version, description }) => ({
        name,
        source: `./cli/${name}`,
        version,
        description,
      })),
    },
    '.cursor-plugin/marketplace.json': {
      ...marketplace,
      plugins: plugins.map(({ name, description }) => ({ name, source: `cli/${name}`, description })),
    },
    '.agents/plugins/marketplace.json': {
      name: marketplaceName,
      interface: { displayName: 'Agent identity toolkit' },
      plugins: plugins.map(({ name }) => ({
        name,
        source: { source: 'local', path: `./cli/${name}` },
        policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' },
        category: 'Developer Tools',
      })),
    },
  };
}
