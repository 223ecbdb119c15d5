import { closeSync, fstatSync } from 'node:fs';
import { openTrail, trailFileName } from '../shared/audit-tail.ts';
import { damagedState } from '../shared/failures.ts';
import type { JsonObject } from '../../src/protocol/json-object.ts';
import { parseObject } from '../shared/json.ts';
import { readLines } from '../shared/line-reader.ts';
import { withLock } from '../shared/lock.ts';
import type { StateDir } from '../shared/state-dir.ts';

/**
 * Reads all entries of the audit trail. An incomplete last line is omitted.
 * @throws Failure damaged_state when a line is not JSON, since the export would be incomplete
 */
export async function readAuditOperations(dir: StateDir): Promise<readonly JsonObject[]> {
  const { fd, size } = await withLock(dir, () => {
    const open = openTrail(dir, 'read');
    return { fd: open, size: open === undefined ? 0 : fstatSync(open).size };
  });
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
