import { expect, test, expectTypeOf } from 'vitest';
import { createMemoryReplayStore } from '../dpop/replay-stores.ts';
import { useGrantedDetail } from './granted-detail.ts';
import type { ApprovalOptions } from './request-approval.ts';

const payment = { type: 'payment', amount: '990000', token: 'USDC', payee: '6Yx7sPZ1' };
const claims = { jti: 'at-1', exp: Math.floor(Date.now() / 1000) + 300, authorization_details: [payment] };
const expected = { type: 'payment', amount: '990000', token: 'USDC', payee: '6Yx7sPZ1' } as const;

test('SDK granted detail: a detail is used once, also by concurrent requests', async () => {
  const store = createMemoryReplayStore();
  const results = await Promise.all(Array.from({ length: 5 }, () => useGrantedDetail(claims, expected, { store })));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await useGrantedDetail(claims, expected, { store })).toEqual({ ok: false, code: 'detail_used' });
});

test('SDK granted detail: two equal details of a token are used twice', async () => {
  const store = createMemoryReplayStore();
  const twice = { ...claims, authorization_details: [payment, payment] };
  const use = async () => (await useGrantedDetail(twice, expected, { store })).ok;
  expect([await use(), await use(), await use()]).toEqual([true, true, false]);
});

test.each<[string, object]>([
  ['another amount', { authorization_details: [{ ...payment, amount: '1' }] }],
  ['no details', { authorization_details: undefined }],
  ['no jti', { jti: undefined }],
])('SDK granted detail: a token with %s grants nothing, and uses nothing', async (_name, changes) => {
  const store = createMemoryReplayStore();
  const result = await useGrantedDetail({ ...claims, ...changes }, expected, { store });
  expect(result).toEqual({ ok: false, code: 'detail_not_granted' });
  expect(await useGrantedDetail(claims, expected, { store })).toMatchObject({ ok: true });
});

test('SDK granted detail: without a store an error names the stores', async () => {
  const options = JSON.parse('{}');
  await expect(useGrantedDetail(claims, expected, options)).rejects.toThrow('createKyselyReplayStore(transaction)');
});

type Detail = NonNullable<ApprovalOptions['details']>[number];

// The compiler checks these; nothing of them runs.
test('SDK requestApproval: details of own types need their members, and registered types have a client id', () => {
  expectTypeOf<{ type: 'payment'; amount: string; token: string; payee: string }>().toExtend<Detail>();
  expectTypeOf<{ type: 'action'; action: string; target: string; description: string }>().toExtend<Detail>();
  expectTypeOf<{ type: 'client:booking'; room: string; nights: number }>().toExtend<Detail>();
  expectTypeOf({ type: 'client:booking', room: '12' } as const satisfies Detail).toExtend<Detail>();
  expectTypeOf<{ type: 'payment'; token: string; payee: string }>().not.toExtend<Detail>();
  expectTypeOf<{ type: 'payment'; amount: number; token: string; payee: string }>().not.toExtend<Detail>();
  expectTypeOf<{ type: 'booking'; room: string }>().not.toExtend<Detail>();
  expectTypeOf<{ type: string }>().not.toExtend<Detail>();
});
