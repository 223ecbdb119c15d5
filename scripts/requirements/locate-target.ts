import type { Target } from '../../contract-tests/areas/requirements/target.ts';
import { type Area, areas } from '../../src/typed-contract/areas.ts';
import { findLine, type SourceLine, type SourceTree } from './source-tree.ts';

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
  deliverNotificationStatus: ['src/notifications/webhooks/webhook-request.ts', 'signWebhookRequest'],
};

/** Finds the contract line and the handler of a target. */
export function locateTarget(tree: SourceTree, target: Target): TargetLines {
  const area = areas.find((name) => target === name || target.startsWith(`${name}.`));
  if (area !== undefined) return locateInArea(tree, area, target.slice(area.length + 1));
  if (target.includes(':')) return withoutContract(locateClientFunction(tree, target.slice(target.indexOf(':') + 1)));
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
        ? findLine(tree, tree.list(`src/${area}/*/*.ts`), new RegExp(`^export const ${operationId}: \\w+Handler<`))
        : findLine(tree, [senderFile], new RegExp(`^(export )?(async )?function ${sender}\\(`)),
  };
}

/** Finds the declaration of an exported function, class or constant, or of a method of SsoClient. */
function locateClientFunction(tree: SourceTree, name: string): SourceLine | undefined {
  const files = ['src/client', 'src/protocol', 'src/typed-contract'].flatMap((folder) =>
    tree.list(`${folder}/**/*.{ts,tsx}`).filter((file) => !/\.test\.tsx?$|\/entries\//.test(file)),
  );
  return (
    findLine(tree, files, new RegExp(`^export (async )?(function|class|const) ${name}\\b`)) ??
    findLine(tree, ['src/client/sso/sso-client.ts'], new RegExp(`^ {2}(async )?${name}[(<]`))
  );
}

function locateCommand(tree: SourceTree, target: string): SourceLine | undefined {
  const [executable = '', command] = target.split(' ');
  return command === undefined
    ? findLine(tree, tree.list(`cli/${executable}/program.ts`), /^export const /)
    : findLine(tree, tree.list(`cli/${executable}/**/*.ts`), new RegExp(`^ {2}name: '${command}',$`));
}
