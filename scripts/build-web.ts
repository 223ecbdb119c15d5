import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');

/** Bundles the script of the approval pages for browsers that know passkeys. */
await build({
  entryPoints: [join(root, 'src/web/approval/browser/main.ts')],
  outfile: join(root, 'dist/web/approval.js'),
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: ['es2022', 'safari16', 'chrome108', 'firefox115'],
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
});
