import type { ForumHandler } from '../handler.ts';
import { idempotencyOf } from '../idempotency.ts';
import { readContentTarget } from '../moderation-command.ts';
import { normalizeText } from '../text.ts';

/** Reports a post or comment; a further report of the owner on it replaces the reason. */
export const createReport: ForumHandler<'createReport'> = async (input) => {
  const { headers, body, agent, reports, responses, newId, now, respond } = input;
  const written = { target: readContentTarget(body), reason: normalizeText('reason', body.reason) };
  const report = await reports.create({
    ...written,
    id: newId(),
    author: agent,
    at: now(),
    idempotency: idempotencyOf(headers['idempotency-key'], ['createReport', written]),
  });
  return respond(201, { ok: true, report: responses.report(report) });
};
