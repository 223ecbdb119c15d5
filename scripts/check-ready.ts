/** Health check of a container: exit code 0 when all services of the process are ready (`/readyz` on ADMIN_PORT), else 1. */
import { defaultAdminPort } from '../src/composition/production.ts';
import { print } from '../cli/platform/print.ts';

const timeoutMs = 4_000;
const port = process.env['ADMIN_PORT'] || defaultAdminPort;

try {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(timeoutMs) });
  print(await response.text());
  process.exitCode = response.ok ? 0 : 1;
} catch {
  print(`nothing serves probes on port ${port}`);
  process.exitCode = 1;
}
