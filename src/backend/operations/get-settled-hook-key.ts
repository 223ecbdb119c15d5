import { settledHookNotFound } from '../errors.ts';
import type { BackendHandler } from '../handler.ts';

/** Returns the key that signs settled payments. */
export const getSettledHookKey: BackendHandler<'getSettledHookKey'> = ({ settledHookKey, respond }) => {
  if (settledHookKey === undefined) throw settledHookNotFound();
  return respond(200, { publicKey: settledHookKey });
};
