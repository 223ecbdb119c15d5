import type { Measurement } from './measurement.ts';
import { protectedRoute } from './p1-protected-route.ts';
import { tokenExchange } from './p2-token-exchange.ts';
import { poll } from './p3-poll.ts';
import { publicDocuments } from './p4-documents.ts';
import { contractBinding } from './p5-contract-binding.ts';
import { bigTables } from './p6-big-tables.ts';
import { twoProcesses } from './p7-two-processes.ts';
import { webhookDelivery } from './p8-webhooks.ts';
import { executables } from './p9-executables.ts';
import { start } from './p10-start.ts';
import { soak } from './p11-soak.ts';
import { revocation } from './p13-revocation.ts';
import { manyTransactions } from './p14-many-transactions.ts';
import { modelContextProtocol } from './p15-mcp.ts';

/** All measurements by their name on the command line. */
export const measurements: Readonly<Record<string, Measurement>> = {
  p1: protectedRoute,
  p2: tokenExchange,
  p3: poll,
  p4: publicDocuments,
  p5: contractBinding,
  p6: bigTables,
  p7: twoProcesses,
  p8: webhookDelivery,
  p9: executables,
  p10: start,
  p11: soak,
  p13: revocation,
  p14: manyTransactions,
  p15: modelContextProtocol,
};
