import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Area, areas } from '../../src/typed-contract/areas.ts';

/** A line of a file of the repository. */
export interface SourceLine {
  /** Path from the root of the repository. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** The files that a chain from a requirement to its tests is read from. */
export interface SourceTree {
  /** Returns the paths that match a glob pattern, from the root of the repository. */
  readonly list: (pattern: string) => readonly string[];
  readonly read: (file: string) => string;
}

const root = resolve(import.meta.dirname, '..', '..');

export const repositoryTree: SourceTree = {
  list: (pattern) => globSync(pattern, { cwd: root, exclude: (path) => path.endsWith('node_modules') }).toSorted(),
  read: (file) => readFileSync(join(root, file), 'utf8'),
};

/** Lists and reads everything at most once. */
export function readOnce(tree: SourceTree): SourceTree {
  return { list: once(tree.list), read: once(tree.read) };
}

function once<T>(read: (name: string) => T): (name: string) => T {
  const results = new Map<string, T>();
  return (name) => {
    const result = results.get(name) ?? read(name);
    results.set(name, result);
    return result;
  };
}

/** Returns the first line in the files that matches the pattern. */
function findLine(tree: SourceTree, files: readonly string[], pattern: RegExp): SourceLine | undefined {
  for (const file of files) {
    const index = tree
      .read(file)
      .split('\n')
      .findIndex((text) => pattern.test(text));
    if (index >= 0) return { file, line: index + 1 };
  }
  return undefined;
}

/** Where a target is stated and served. */
export interface TargetLines {
  /** The operation in the contract; undefined for targets without a contract: commands and client functions. */
  readonly contract: SourceLine | undefined;
  readonly needsContract: boolean;
  readonly handler: SourceLine | undefined;
}

/** Functions that send the webhooks of a contract, which no handler serves. */
const webhookSenders: Readonly<Record<string, readonly [file: string, name: string]>> = {
  sendPaymentStatus: ['src/payment-simulator/deliver.ts', 'deliver'],
  sendSettledPayment: ['src/backend/payments/settled-hook.ts', 'settledEventSigner'],
  deliverNotificationStatus: ['src/notifications/background-work.ts', 'signWebhookRequest'],
};

/** Finds the contract line and the handler of a target. */
export function locateTarget(tree: SourceTree, target: string): TargetLines {
  const area = areas.find((name) => target === name || target.startsWith(`${name}.`));
  if (area !== undefined) return locateInArea(tree, area, target.slice(area.length + 1));
  const [entry = '', name] = target.split(':');
  if (name !== undefined) return withoutContract(locateClientFunction(tree, entry, name));
  return withoutContract(locateCommand(tree, target));
}

/** The files of a contract, the one with all paths first. */
export const contractFiles = (tree: SourceTree, area: Area): readonly string[] => [
  `specs/${area}.yaml`,
  ...tree.list(`specs/${area}/*.yaml`),
];

function withoutContract(handler: SourceLine | undefined): TargetLines {
  return { contract: undefined, needsContract: false, handler };
}

function locateInArea(tree: SourceTree, area: Area, operationId: string): TargetLines {
  const specification = contractFiles(tree, area);
  if (operationId === '') {
    return {
      contract: findLine(tree, specification, /^paths:/),
      needsContract: true,
      handler: findLine(tree, [`src/${area}/service.ts`], /^export async function create\w+Service\(/),
    };
  }
  const [senderFile, sender] = webhookSenders[operationId] ?? [];
  return {
    contract: findLine(tree, specification, new RegExp(`^ {6}operationId: ${operationId}$`)),
    needsContract: true,
    handler:
      senderFile === undefined
        ? findLine(
            tree,
            [...tree.list(`src/${area}/*/*.ts`), `src/${area}/operations.ts`],
            new RegExp(`^(export )?const ${operationId}: \\w+Handler<`),
          )
        : findLine(tree, [senderFile], new RegExp(`^(export )?(async )?function ${sender}\\(`)),
  };
}

/** Finds the declaration of what an entry of the client package exports, or of a method of SsoClient. */
function locateClientFunction(tree: SourceTree, entry: string, name: string): SourceLine | undefined {
  const client = ['src/client/sso/sso-client.ts'];
  // The entry `testing` has the exports of `testing-server`.
  if (
    findLine(tree, tree.list(`src/client/entries/{${entry},${entry}-server}.ts`), new RegExp(`\\b${name}\\b`)) ===
    undefined
  )
    return entry === 'sso-client' ? findLine(tree, client, new RegExp(`^ {2}(async )?${name}[(<]`)) : undefined;
  const files = ['src/client', 'src/protocol', 'src/typed-contract'].flatMap((folder) =>
    tree.list(`${folder}/**/*.{ts,tsx}`).filter((file) => !/\.test\.tsx?$|\/entries\//.test(file)),
  );
  return findLine(tree, files, new RegExp(`^export (async )?(function|class|const) ${name}\\b`));
}

function locateCommand(tree: SourceTree, target: string): SourceLine | undefined {
  const [executable = '', command] = target.split(' ');
  return command === undefined
    ? findLine(tree, tree.list(`cli/${executable}/program.ts`), /^export const /)
    : findLine(tree, tree.list(`cli/${executable}/**/*.ts`), new RegExp(`^ {2}name: '${command}',$`));
}
