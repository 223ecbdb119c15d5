import { withBucket } from '../../runtime/database/bucket.ts';
import { contradictionNotFound, contradictionNotSettled, contradictionResolved, invalidReason } from '../errors.ts';
import { type BackendHandler, readPage } from '../handler.ts';
import { contradictionResponse } from '../responses.ts';
import { utf8 } from '../../protocol/bytes.ts';
import { readPaymentWebhook, settledStatuses } from './payment-webhook.ts';
import { isTestProduct } from './receive-payment.ts';
import { type BackendStores, createBackendStores } from '../stores.ts';

/** Lists signed webhooks that contradict what is known, newest first. */
export const listContradictions: BackendHandler<'listContradictions'> = async ({ query, contradictions, respond }) => {
  const { items, nextCursor } = await readPage(
    query,
    (page) => contradictions.list({ state: query.state, ...page }),
    ({ created_at, id }) => ({ at: created_at, id }),
  );
  return respond(
    200,
    { contradictions: items.map(contradictionResponse), nextCursor },
    { 'cache-control': 'no-store' },
  );
};

type Input = Parameters<BackendHandler<'resolveContradiction'>>[0];

/** Settles or refuses the payment of a contradiction, once, and records who decided and why. */
export const resolveContradiction: BackendHandler<'resolveContradiction'> = async (input) => {
  const { path, body, administrator, contradictions, settledHookKey, request, newId, now, respond } = input;
  const { resolution, reason } = body;
  if (reason.trim() === '' || !reason.isWellFormed() || reason.includes('\0')) throw invalidReason();
  const at = now();
  const decision = { id: path.id, resolution, reason, resolvedBy: administrator.name, at };
  const resolved = await contradictions.resolve(decision, async (row, trx) => {
    if (row.state === 'resolved') throw contradictionResolved();
    const stores = createBackendStores(trx, { toHook: settledHookKey !== undefined });
    const changes = resolution === 'settled' ? await settle(row.payload_text, at, stores, input) : {};
    await stores.audit.record({
      id: newId(),
      at,
      event: 'contradiction_resolved',
      requestId: request.id,
      ip: request.ip,
      administrator,
      subject: row.id,
      details: { invoice: row.invoice, cause: row.cause, resolution, reason, ...changes },
    });
  });
  if (resolved === undefined) throw contradictionNotFound();
  return respond(200, contradictionResponse(resolved), { 'cache-control': 'no-store' });
};

/** Applies a payload although it contradicts. @returns the transactions for the audit */
async function settle(
  payload: string,
  at: Date,
  { settlements }: Pick<BackendStores, 'settlements'>,
  { catalog, metrics, newId }: Input,
): Promise<{ readonly transactionId: string; readonly replacedTransactionId?: string }> {
  const received = readPaymentWebhook(utf8(payload));
  if (received === undefined) throw contradictionNotSettled('its payload cannot be read');
  const { webhook } = received;
  const known = await settlements.lock(webhook.invoice);
  if (known === undefined) throw contradictionNotSettled('there is no such invoice; pay it back');
  const { intent, state } = known;
  const transactionId = withBucket(newId(), intent.bucket);
  const transaction = {
    intent,
    transactionId,
    txHash: webhook.txHash ?? null,
    test: isTestProduct(known, { catalog }) ? ('true' as const) : null,
    payload,
    at,
  };
  switch (webhook.status) {
    case 'failed':
      throw contradictionNotSettled('it reports a failure; a payment that is paid back is refunded');
    case 'refunded': {
      if (state.status !== 'completed') throw contradictionNotSettled('the invoice is not paid');
      if (!(await settlements.refund(transaction))) throw contradictionNotSettled('the invoice is already refunded');
      metrics.countPayment('refunded');
      return { transactionId };
    }
    case 'finalized': {
      if (state.status === 'completed') throw contradictionNotSettled('the invoice is already paid');
      const replacedTransactionId = state.status === 'failed' ? await settlements.reopen(intent) : undefined;
      const result = await settlements.settle({ ...transaction, ...settledStatuses.finalized });
      if (result !== 'settled') throw contradictionNotSettled('its transaction already paid another invoice');
      metrics.countPayment('paid');
      return { transactionId, ...(replacedTransactionId !== undefined && { replacedTransactionId }) };
    }
  }
}
