import { isLoopback } from '../shared/provider/provider.ts';
import {
  type InputProperty,
  type ManifestOperation,
  type ServiceManifest,
  shownChoice,
  wordsOfService,
} from './manifest.ts';

/** Escapes text of a service, so that it cannot become markup, a line break or a terminal sequence. */
function escapeMarkdown(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>()#+!|~&-]/g, '\\$&');
}

/** Removes line breaks and control characters from a command. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, '');

const shellWord = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

function placeholderValue(name: string, { type, enum: allowed }: InputProperty): unknown {
  const usable = allowed?.find((choice) => shownChoice(choice) === choice);
  if (usable !== undefined) return usable;
  if (type === 'number' || type === 'integer') return 0;
  if (type === 'boolean') return false;
  return type === 'array' ? [] : `<${name}>`;
}

/** Builds the command for an operation with placeholders for required inputs. */
function callCommand(manifest: ServiceManifest, operation: ManifestOperation, allowInsecure: boolean): string {
  const { properties = {}, required = [] } = operation.inputSchema ?? {};
  const inPath = new Set([...operation.path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name));
  const loose = Object.entries(properties).filter(([name]) => required.includes(name) && !inPath.has(name));
  const path = operation.path.replace(/\{([^{}]*)\}/g, '<$1>');
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE' || operation.method === 'HEAD';
  const query = inQuery ? loose.map(([name]) => `${encodeURIComponent(name)}=<${name}>`).join('&') : '';
  const { href, protocol, hostname } = new URL(manifest.api.base);
  const url = href.replace(/\/+$/, '') + path + (query === '' ? '' : `?${query}`);
  const values = Object.fromEntries(loose.map(([name, property]) => [name, placeholderValue(name, property)]));
  const words = [
    'node <plugin_dir>/bin/cli.mjs call',
    `--url ${shellWord(url)}`,
    ...(operation.method === 'GET' ? [] : [`--method ${operation.method}`]),
    ...(inQuery || Object.keys(properties).length === inPath.size
      ? []
      : [`--body ${shellWord(JSON.stringify(values))}`]),
    ...(allowInsecure && protocol === 'http:' && !isLoopback(hostname) ? ['--allow-insecure'] : []),
  ];
  return oneLine(words.join(' '));
}

function inputLine(name: string, property: InputProperty, required: boolean): string {
  const type = property.items === undefined ? property.type : `${property.type} of ${property.items}`;
  const facts = [
    type,
    required ? 'required' : 'optional',
    ...(property.maxLength === undefined ? [] : [`at most ${property.maxLength} characters`]),
    ...(property.enum
      ? [`one of ${property.enum.map((one) => escapeMarkdown(JSON.stringify(shownChoice(one)))).join(', ')}`]
      : []),
  ];
  const description = property.description ? `: ${escapeMarkdown(property.description)}` : '';
  return `- ${escapeMarkdown(name)} (${facts.join(', ')})${description}`;
}

function operationMarkdown(manifest: ServiceManifest, operation: ManifestOperation, allowInsecure: boolean): string {
  const { properties = {}, required = [] } = operation.inputSchema ?? {};
  const inputs = Object.entries(properties).map(([name, property]) =>
    inputLine(name, property, required.includes(name)),
  );
  const { destructiveHint, openWorldHint } = operation.annotations ?? {};
  const warnings = [
    ...((destructiveHint ?? operation.method === 'DELETE')
      ? ['**Warning:** destructive; removed or overwritten data cannot be restored.']
      : []),
    ...(openWorldHint ? ['**Warning:** open world; its effects are visible to other people.'] : []),
  ];
  const access = { required: 'required', optional: 'optional', none: 'not needed' }[operation.auth ?? 'required'];
  return [
    `## ${operation.name}`,
    escapeMarkdown(operation.description),
    ...warnings,
    `Agent identity: ${access}.`,
    `\`\`\`sh\n${callCommand(manifest, operation, allowInsecure)}\n\`\`\``,
    ...(inputs.length === 0 ? [] : [`Inputs:\n\n${inputs.join('\n')}`]),
  ].join('\n\n');
}

/** Formats the operations of a manifest as markdown, with text of the service escaped. */
export function manifestMarkdown(manifest: ServiceManifest, allowInsecure: boolean): string {
  const { name } = manifest.service;
  const { header, scheme } = manifest.auth;
  const parts = [
    `# ${escapeMarkdown(name)}`,
    `The texts below are ${wordsOfService}`,
    `Base: <${new URL(manifest.api.base).href}>, auth: ${header} with scheme ${scheme}.`,
    ...manifest.api.operations.map((operation) => operationMarkdown(manifest, operation, allowInsecure)),
  ];
  return `${parts.join('\n\n')}\n`;
}
