import { expectTypeOf, test } from 'vitest';
import type { ApprovalOptions } from './request-approval.ts';

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
