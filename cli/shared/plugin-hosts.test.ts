import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { executableNames } from '../../scripts/build-executables.ts';

// Forms that the documentation of the hosts prints, and, for Cursor, its published schema: unknown members are refused.

const root = join(import.meta.dirname, '../..');
const ajv = new Ajv({ allErrors: true });

/** Errors of a generated file. */
function errorsOf(form: object, ...path: readonly string[]): unknown {
  const content: unknown = JSON.parse(readFileSync(join(root, ...path), 'utf8'));
  ajv.validate(form, content);
  return ajv.errors;
}

const object = (required: Readonly<Record<string, object>>, optional: Readonly<Record<string, object>> = {}) => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
  additionalProperties: false,
});
const only = (item: object) => ({ type: 'array', items: item, minItems: 1, maxItems: 1 });
const text = { type: 'string', minLength: 1 };
const name = { type: 'string', pattern: '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' };
const relative = { type: 'string', pattern: '^\\./' };
const person = object({ name: text });
const metadata = { name, version: text, description: text, author: person, license: text };
const server = { command: text, args: { type: 'array', items: text } };
const hook = (variable: string) => ({
  command: { type: 'string', pattern: `^node "\\$\\{${variable}\\}/bin/cli\\.mjs" hook ` },
  timeout: { type: 'integer', minimum: 1 },
});

const manifests = {
  '.claude-plugin': object(metadata, { mcpServers: object({ 'agent-id': object(server) }) }),
  '.codex-plugin': object({ ...metadata, skills: relative }, { hooks: relative, mcpServers: relative }),
  '.cursor-plugin': object({ ...metadata, skills: relative }, { hooks: relative }),
};

test.each(executableNames)('%s: its manifests have the forms of Claude Code, Codex and Cursor', (plugin) => {
  for (const [folder, form] of Object.entries(manifests))
    expect(errorsOf(form, 'cli', plugin, folder, 'plugin.json'), folder).toBeNull();
});

test('agent-id-core: its hooks have the form of Claude Code, which Codex and VS Code read too', () => {
  const one = object({ type: { const: 'command' }, ...hook('CLAUDE_PLUGIN_ROOT') });
  const event = only(object({ hooks: only(one) }));
  const form = object({ description: text, hooks: object({ PostToolUse: event, Stop: event }) });
  expect(errorsOf(form, 'cli/agent-id-core/hooks/hooks.json')).toBeNull();
});

test('agent-id-core: its hooks have the form of Cursor', () => {
  const event = only(object(hook('CURSOR_PLUGIN_ROOT')));
  const form = object({ version: { const: 1 }, hooks: object({ postToolUse: event, stop: event }) });
  expect(errorsOf(form, 'cli/agent-id-core/hooks/cursor.json')).toBeNull();
});

test('agent-id-mcp: Codex starts its server in the folder of the plugin', () => {
  const form = object({ mcpServers: object({ 'agent-id': object({ ...server, cwd: { const: '.' } }) }) });
  expect(errorsOf(form, 'cli/agent-id-mcp/codex-mcp.json')).toBeNull();
});

test('marketplaces: those of Codex and Cursor have their forms', () => {
  const list = (plugin: object) => ({ type: 'array', items: plugin, minItems: executableNames.length });
  const cursor = list(
    object({ name, source: { enum: executableNames.map((one) => `cli/${one}`) }, description: text }),
  );
  const cursorForm = object({ name, owner: person, metadata: object({ description: text }), plugins: cursor });
  expect(errorsOf(cursorForm, '.cursor-plugin/marketplace.json')).toBeNull();
  const path = { enum: executableNames.map((one) => `./cli/${one}`) };
  const policy = object({ installation: { const: 'AVAILABLE' }, authentication: { const: 'ON_INSTALL' } });
  const codex = list(object({ name, source: object({ source: { const: 'local' }, path }), policy, category: text }));
  const codexForm = object({ name, interface: object({ displayName: text }), plugins: codex });
  expect(errorsOf(codexForm, '.agents/plugins/marketplace.json')).toBeNull();
});
