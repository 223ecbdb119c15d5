import { join } from 'node:path';
import { build } from 'esbuild';
import { build as buildApps } from 'vite';

const root = join(import.meta.dirname, '..');
const browsers = ['es2022', 'safari16', 'chrome108', 'firefox115'];

/** Bundles the script of the approval pages for browsers that know passkeys. */
const approval = build({
  entryPoints: [join(root, 'src/web/approval/browser/main.ts')],
  outfile: join(root, 'dist/web/approval.js'),
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: browsers,
  minify: true,
  legalComments: 'none',
  logLevel: 'warning',
});

/** Bundles the applications of the web service; `src/web/app-pages.ts` reads the manifest and serves them. */
const apps = buildApps({
  root,
  configFile: false,
  publicDir: false,
  base: '/app/',
  logLevel: 'warn',
  build: {
    outDir: 'dist/web/app',
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: browsers,
    rollupOptions: {
      input: ['src/web/portal/main.tsx'].map((entry) => join(root, entry)),
    },
  },
});

await Promise.all([approval, apps]);
