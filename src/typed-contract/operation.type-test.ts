/**
 * Compile-time tests of the types: every `@ts-expect-error` below must be an error.
 * Checked by `npm run check:types`; nothing here runs.
 */
import type { CallInput, OperationHandler, OperationCall } from './operation.ts';

interface Vote {
  parameters: { query?: never; header?: { 'Idempotency-Key'?: string }; path: { id: string }; cookie?: never };
  requestBody: { content: { 'application/json': { value: 1 | 0 | -1 } } };
  responses: {
    200: { headers: object; content: { 'application/json': { ok: true; score: number } } };
    404: { headers: object; content: { 'application/json': { ok: false; code: 'post_not_found' } } };
    204: { headers: object; content?: never };
  };
}

interface List {
  parameters: { query?: { limit?: number }; header?: never; path?: never; cookie?: never };
  requestBody?: never;
  responses: { 200: { headers: object; content: { 'application/json': string[] } } };
}

interface Table {
  readonly vote: OperationHandler<Vote, object>;
  readonly list: OperationHandler<List, object>;
}

const vote: OperationHandler<Vote, { store: { score: number } }> = ({ path, body, headers, store, respond }) => {
  const key: string | undefined = headers['idempotency-key'];
  return path.id === '' || key === ''
    ? respond(404, { ok: false, code: 'post_not_found' })
    : respond(200, { ok: true, score: body.value + store.score });
};
const list: OperationHandler<List, object> = ({ query, respond }) => respond(200, [String(query.limit ?? 20)]);

export const noBody: OperationHandler<Vote, object> = ({ respond }) => respond(204);
// @ts-expect-error the response lacks a body
export const missingBody: OperationHandler<Vote, object> = ({ respond }) => respond(200);
// @ts-expect-error a member that the contract does not document
export const excess: OperationHandler<Vote, object> = ({ respond }) => respond(200, { ok: true, score: 1, secret: 1 });
// @ts-expect-error a status that the contract does not document
export const undocumented: OperationHandler<Vote, object> = ({ respond }) => respond(418, { ok: false });
// @ts-expect-error the body of another status
export const crossed: OperationHandler<Vote, object> = ({ respond }) => respond(404, { ok: true, score: 1 });
// @ts-expect-error a literal with a wrong body, not created by respond
export const literal: OperationHandler<Vote, object> = () => ({ status: 200, body: { ok: false }, headers: {} });
export const badPath: OperationHandler<Vote, object> = ({ path, respond }) =>
  // @ts-expect-error an unknown path parameter
  respond(200, { ok: true, score: Number(path.nope) });

// @ts-expect-error a handler is missing
export const missing: Table = { list };
// @ts-expect-error one handler too many
export const extra: Table = { list, vote: noBody, nope: list };
export const whole: Table = { list, vote: noBody };
export { vote };

declare const callList: OperationCall<List>;
declare const callVote: OperationCall<Vote>;
export const calls = async () => {
  await callList();
  await callList({ query: { limit: 5 } });
  const response = await callVote({ path: { id: 'x' }, body: { value: 1 } });
  if (response.status === 404) return response.body.code;
  return response.status === 200 ? response.body.score : undefined;
};
// @ts-expect-error the path is required
export const noPath: CallInput<Vote> = { body: { value: 1 } };
// @ts-expect-error the operation has no body
export const withBody: CallInput<List> = { body: {} };
