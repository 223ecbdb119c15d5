import type { SsoHandler } from '../handler.ts';
import { readOwnerRecord } from '../owner-administration/owner-record.ts';

/** Shows an owner to an administrator. */
export const getOwnerBySub: SsoHandler<'getOwnerBySub'> = async ({ path: { sub }, respond, ...context }) =>
  respond(200, await readOwnerRecord(sub, context));
