import { closeSync } from 'node:fs';
import type { JsonObject } from '../../../src/protocol/json-object.ts';
import { readLines } from '../../shared/audit-trail/trail-file.ts';
import { parseObject } from '../../shared/json.ts';
import type { TrailFile } from '../trail/verify-trail.ts';
import { damagedState } from '../../shared/state-dir/state-file.ts';
import { trailFileName } from '../../shared/state-dir/state-dir.ts';

/**
 * Reads all entries of an open trail and closes it. An incomplete last line is omitted.
 * @throws Failure damaged_state when a line is not JSON, since the export would be incomplete
 */
export function readAuditOperations({ fd, size }: TrailFile): readonly JsonObject[] {
  if (fd === undefined) return [];
  try {
    const operations: JsonObject[] = [];
    for (const { bytes } of readLines(fd, 0, size)) {
      const entry = parseObject(bytes.toString('utf8'));
      if (!entry)
        throw damagedState(trailFileName, `line ${operations.length + 1} is not JSON; run agent-id-core verify`);
      operations.push(entry);
    }
    return operations;
  } finally {
    closeSync(fd);
  }
}
