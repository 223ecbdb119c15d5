import { writeSync } from 'node:fs';
import { hasCode } from '../state-dir/state-dir.ts';

/** Writes synchronously. process.stdout increases start-up time and may lose output at exit. */
export function writeAll(fd: 1 | 2, text: string): void {
  const bytes = Buffer.from(text);
  for (let offset = 0; offset < bytes.length;) {
    try {
      offset += writeSync(fd, bytes, offset);
    } catch (error) {
      // The reader closed the pipe, as in `… | head -1`.
      if (hasCode(error, 'EPIPE')) return;
      if (!hasCode(error, 'EAGAIN')) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}
