import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Limits this process and those that it will start to a number of processors (Linux, util-linux). */
export function limitProcessors(count: number): void {
  const [, list = ''] = /^Cpus_allowed_list:\s+(\S+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  const allowed = processorNumbers(list);
  if (allowed.length < count) throw new Error(`--processors ${count}: this process may use ${allowed.length}.`);
  execFileSync('taskset', ['-a', '-c', '-p', allowed.slice(0, count).join(','), String(process.pid)], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Parses a list of the kernel as `0-3,8`. */
export function processorNumbers(list: string): readonly number[] {
  return list.split(',').flatMap((range) => {
    const [first = NaN, last = first] = range.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, offset) => first + offset);
  });
}
