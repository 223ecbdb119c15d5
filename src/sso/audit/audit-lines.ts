import { utf8 } from '../../protocol/bytes.ts';
import type { AuditPosition, AuditRecord } from '../store/audit-events.ts';
import { auditEventResponse } from './audit-event-response.ts';

/**
 * Streams audit events as JSON lines. One batch is in memory at a time, and the next one is read when the client has
 * accepted it.
 *
 * @param read returns up to `batch` events after a position, in ascending order
 * @throws the error of the first read, so that it becomes a response
 */
export async function createAuditLines(
  read: (after: AuditPosition | undefined, batch: number) => Promise<readonly AuditRecord[]>,
  batch = 500,
): Promise<ReadableStream<Uint8Array>> {
  let next = await read(undefined, batch);
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const events = next;
        const last = events.at(-1);
        if (last !== undefined)
          controller.enqueue(utf8(events.map((event) => `${JSON.stringify(auditEventResponse(event))}\n`).join('')));
        if (last === undefined || events.length < batch) return controller.close();
        next = await read(last, batch);
      },
    },
    { highWaterMark: 0 },
  );
}
