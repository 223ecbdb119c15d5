import type { Measurement } from './workbench.ts';
import { protectedRoute } from './protected-route.ts';
import { poll, tokenExchange, wholeSignIn } from './sign-in.ts';
import { contractBinding, modelContextProtocol, publicDocuments } from './routes.ts';
import { bigTables } from './big-tables.ts';
import { severalProcesses } from './several-processes.ts';
import { webhookDelivery } from './webhooks.ts';
import { executables } from './executables.ts';
import { start } from './start.ts';
import { soak } from './soak.ts';
import { revocation } from './revocation.ts';
import { pushStreams } from './push-streams.ts';
import { idleApps } from './idle-apps.ts';
import { gateway } from './gateway.ts';

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
  p19: gateway,
};
