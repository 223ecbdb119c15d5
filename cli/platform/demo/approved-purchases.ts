import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { demoProvider } from '../../../src/composition/development-data.ts';
import { bodyOf, type ProgramOutput, type Programs, type Step, textOf } from './platform.ts';

interface ShopParts {
  /** Base URLs. */
  readonly sso: string;
  readonly backend: string;
  /** Recipient of the invoices. */
  readonly payee: string;
  /** A folder for the key history. */
  readonly folder: string;
}

const products = { 'coins-100-usdc': '990000', 'coins-500-usdc': '3990000' } as const;
type ProductId = keyof typeof products;

/** Two purchases of 100 coins. */
const mandateLimit = String(2 * Number(products['coins-100-usdc']));

/**
 * An agent of its own asks its owner before it buys: approved once, refused once, and by a mandate until its ceiling. The
 * receipts verify offline.
 * @param programs with an empty state directory
 */
export async function buyWithApproval(step: Step, programs: Programs, parts: ShopParts): Promise<void> {
  const { agent, tryAgent, phone, payer } = programs;
  const { deepLink } = await agent('core', 'auth', '--provider-address', demoProvider.address);
  await phone('approve', textOf({ deepLink }, 'deepLink'));
  const jkt = textOf(await agent('core', 'bind', '--poll-interval-ms', '250'), 'jkt');

  /** Asks, or continues the same question. */
  const ask = (productId: ProductId) => {
    const details = { productId, amount: products[productId], token: 'USDC', payee: parts.payee };
    const words = ['--type', 'payment', '--details', JSON.stringify(details), '--resource', parts.backend] as const;
    return agent('core', 'ask', ...words, '--message', `May I buy ${productId}?`);
  };
  const askAndDecide = async (productId: ProductId, ...decision: readonly ['approve' | 'reject', ...string[]]) => {
    await ask(productId);
    const [verb, ...more] = decision;
    await phone(verb, await requestOf(await phone('inbox'), jkt), ...more);
    return ask(productId);
  };
  const order = (answer: ProgramOutput, productId: ProductId) => {
    const call = ['call', '--url', `${parts.backend}/api/invoices`, '--method', 'POST'] as const;
    const body = JSON.stringify({ productId });
    return tryAgent('auth', ...call, '--body', body, '--approval', textOf(answer, 'authReqId'));
  };
  const buyApproved = async (answer: ProgramOutput, productId: ProductId) => {
    expectDecision(answer, 'approved');
    const invoice = textOf(bodyOf(await order(answer, productId)), 'invoice');
    await payer('pay', invoice);
    return { answer, invoice };
  };

  const { answer: approval } = await step(
    'Another agent asks before it buys: the owner finds the request on the phone and approves it',
    async () => buyApproved(await askAndDecide('coins-100-usdc', 'approve'), 'coins-100-usdc'),
    ({ answer, invoice }) =>
      `approved with a signed receipt (entry ${String(answer['auditSeq'])}), and bought: ${invoice}`,
  );
  await step(
    'The same approval buys nothing else',
    async () => [await order(approval, 'coins-500-usdc'), await order(approval, 'coins-100-usdc')] as const,
    ([another, again]) => {
      if (another['status'] !== 403 || again['status'] !== 409) throw new Error(JSON.stringify([another, again]));
      return `another product is ${another['status']}, a second purchase ${again['status']}`;
    },
  );
  await step(
    'For a larger purchase the owner says no, which is a decision with a receipt, too',
    () => askAndDecide('coins-500-usdc', 'reject'),
    (answer) => expectDecision(answer, 'rejected'),
  );
  await step(
    `The owner approves once more, with a mandate: up to ${mandateLimit} in a day without being asked`,
    async () => buyApproved(await askAndDecide('coins-100-usdc', 'approve', '--limit', mandateLimit), 'coins-100-usdc'),
    ({ invoice }) => `bought: ${invoice}`,
  );
  await step(
    'The next purchase needs no phone',
    async () => {
      await ask('coins-100-usdc');
      return buyApproved(await ask('coins-100-usdc'), 'coins-100-usdc');
    },
    ({ invoice }) => `approved by the mandate, and bought: ${invoice}`,
  );
  await step(
    "A third one meets the mandate's ceiling: the agent has to ask again, and the owner says no",
    () => askAndDecide('coins-100-usdc', 'reject'),
    (answer) => expectDecision(answer, 'rejected'),
  );
  await verifyReceipts(step, programs, parts);
}

/** Returns the request of an agent that waits. */
async function requestOf({ requests }: ProgramOutput, jkt: string): Promise<string> {
  const waiting: readonly { requestId?: unknown; agent?: { jkt?: unknown } }[] = Array.isArray(requests)
    ? requests
    : [];
  const found = waiting.find(({ agent }) => agent?.jkt === jkt)?.requestId;
  if (typeof found !== 'string') throw new Error(`The inbox has no request of the agent: ${JSON.stringify(requests)}`);
  return found;
}

function expectDecision(answer: ProgramOutput, decision: 'approved' | 'rejected'): string {
  if (answer['decision'] !== decision) throw new Error(`ask printed ${JSON.stringify(answer)}`);
  return `${decision}, receipt in entry ${String(answer['auditSeq'])} of the audit trail`;
}

async function verifyReceipts(step: Step, { agent }: Programs, { sso, folder }: ShopParts): Promise<void> {
  const history = join(folder, 'key-history.json');
  await writeFile(history, await (await fetch(`${sso}/oauth/jwks/history`)).text());
  await step(
    "All receipts verify offline, with the audit trail that holds them and the history of the provider's keys",
    async () => {
      const { approvals } = await agent('core', 'approvals', 'list');
      return { approvals, trail: await agent('core', 'verify', '--jwks-history', history) };
    },
    ({ approvals, trail }) => {
      const decided = (Array.isArray(approvals) ? approvals : []).map(
        ({ decision, decidedBy }: { decision?: unknown; decidedBy?: unknown }) =>
          `${String(decision)} by ${String(decidedBy)}`,
      );
      if (decided.length !== 5 || trail['warnings'] !== undefined)
        throw new Error(`approvals list printed ${JSON.stringify(approvals)}, verify ${JSON.stringify(trail)}`);
      return `${decided.toReversed().join(', ')}; ${String(trail['operations'])} entries without an error`;
    },
  );
}
