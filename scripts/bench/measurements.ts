import type { Measurement } from './measurement.ts';
import { protectedRoute } from './p1-protected-route.ts';
import { tokenExchange } from './p2-token-exchange.ts';
import { poll } from './p3-poll.ts';
import { publicDocuments } from './p4-documents.ts';
import { contractBinding } from './p5-contract-binding.ts';
import { bigTables } from './p6-big-tables.ts';
import { severalProcesses } from './p7-processes.ts';
import { webhookDelivery } from './p8-webhooks.ts';
import { executables } from './p9-executables.ts';
import { start } from './p10-start.ts';
import { soak } from './p11-soak.ts';
import { wholeSignIn } from './p12-sign-in.ts';
import { revocation } from './p13-revocation.ts';
import { pushStreams } from './p14-push-streams.ts';
import { modelContextProtocol } from './p15-mcp.ts';
import { idleApps } from './p16-idle-apps.ts';

/** All measurements by their name on the command line. */
export const measurements: Readonly<Record<string, Measurement>> = {
  p1: protectedRoute,
  p2: tokenExchange,
  p3: poll,
  p4: publicDocuments,
  p5: contractBinding,
  p6: bigTables,
  p7: severalProcesses,
  p8: webhookDelivery,
  p9: executables,
  p10: start,
  p11: soak,
  p12: wholeSignIn,
  p13: revocation,
  p14: pushStreams,
  p15: modelContextProtocol,
  p16: idleApps,
};
