import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';
import { build as buildApps } from 'vite';
import { type Language, languages } from '../src/web/language/language.ts';

const root = join(import.meta.dirname, '..');
const browsers = ['es2022', 'safari16', 'chrome108', 'firefox115'];

/** Bundles one browser script into one file. */
const bundle = (entry: string | BuildOptions, file: string, format: 'esm' | 'iife') =>
  build({
    ...(typeof entry === 'string' ? { entryPoints: [join(root, entry)] } : entry),
    outfile: join(root, 'dist/web', file),
    bundle: true,
    format,
    platform: 'browser',
    target: browsers,
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    logLevel: 'warning',
  });

const menuLibrary = /node_modules\/(?:react-aria|react-stately|@internationalized|@react-|aria-hidden|clsx)/;

const screens: Readonly<Record<Language, string>> = {
  en: 'englishScreens',
  de: 'germanScreens',
  ja: 'japaneseScreens',
};

/** A script of the provider's pages in one language, which is set before `run`. */
const localized = (language: Language, run: string): BuildOptions => ({
  stdin: {
    contents: `
      import { ${screens[language]} } from './messages/${language}/screens.ts';
      import { setLanguage } from './browser/language.ts';
      setLanguage('${language}', ${screens[language]});
      ${run}`,
    resolveDir: join(root, 'src/web/approval'),
    loader: 'ts',
  },
});

const runScript = (pages: 'approval' | 'owner') =>
  `import { runScript } from './browser/${pages}-screens.ts'; await runScript();`;

/** Whether a signed-out visitor needs a module: components of forms, lists and details are not among them. */
function startsEveryPage(id: string): boolean {
  if (
    /web\/(?:host\/(?!language\.ts$)|(?:portal|console)\/)|generated\/(?:sso|notifications|backend)\/|client\/miniapp\//.test(
      id,
    ) ||
    menuLibrary.test(id)
  )
    return false;
  const [, component] = /src\/web\/ui\/(.+)\.(?:tsx?|css)$/.exec(id) ?? [];
  return component === undefined || startComponents.has(component);
}

const startComponents = new Set(
  `page page-config button drafts elapsed keep-focus language redirect-sign-in requests router session sign-in-screen
  styles/base styles/controls styles/feedback`.split(/\s+/),
);

/** Where the applications are built: services that run meanwhile serve the former files until the new ones are complete. */
const unfinished = join(root, `dist/web/app-${process.pid}`);

/** Bundles the applications of the web service. `src/web/app-pages.ts` reads the manifest and serves the files. */
const apps = buildApps({
  root,
  configFile: false,
  publicDir: false,
  base: '/app/',
  logLevel: 'warn',
  build: {
    outDir: unfinished,
    emptyOutDir: true,
    manifest: 'manifest.json',
    assetsInlineLimit: 0,
    // `src/web/app-pages.ts` writes the preload links of a page itself.
    modulePreload: false,
    reportCompressedSize: false,
    target: browsers,
    rollupOptions: {
      input: [
        'src/web/portal/main.tsx',
        'src/web/console/main.tsx',
        'src/web/host/main.tsx',
        'src/web/host/frame-boot.ts',
        ...languages.map((language) => `src/web/host/languages/${language}.ts`),
        'src/web/mini-app/main.tsx',
        'src/web/ui/showcase.tsx',
      ].map((entry) => join(root, entry)),
      output: {
        // What every application starts with is one file: the headers of a further response weigh more than what a page
        // does not need of it. Components of signed-in pages are loaded with them.
        codeSplitting: {
          groups: [
            { name: 'shared', minShareCount: 2, priority: 3, test: startsEveryPage },
            // Menus are loaded on first use.
            { name: 'aria', priority: 2, test: menuLibrary },
            { name: 'parts', minShareCount: 2, priority: 1, test: /src\/web\/ui\/.*\.(?:tsx?|css)$/ },
          ],
        },
      },
    },
  },
});

await Promise.all([
  apps,
  // The provider's pages, for browsers that support passkeys: one script per language for those that strangers open, one for
  // the owner's app, and one for its service worker.
  ...languages.flatMap((language) => [
    bundle(localized(language, runScript('approval')), `approval.${language}.js`, 'esm'),
    bundle(localized(language, runScript('owner')), `owner.${language}.js`, 'esm'),
    bundle(localized(language, `import './browser/service-worker.ts';`), `owner-worker.${language}.js`, 'iife'),
  ]),
  bundle('src/web/start/browser/watch-attempt.ts', 'try.js', 'esm'),
  bundle('src/web/start/browser/copy-commands.ts', 'start.js', 'iife'),
  bundle('src/web/ui/boot-failure.ts', 'boot-failure.js', 'iife'),
  // Not a module, because a browser loads no module from a file: URL.
  bundle('src/api-reference/browser/main.ts', 'reference.js', 'iife'),
  bundle('src/api-reference/browser/search-page.ts', 'search.js', 'iife'),
  // One file, because a service worker shares no chunks with the page.
  bundle('src/web/host/service-worker.ts', 'service-worker.js', 'iife'),
  ...['qr-reader', 'verify-receipt'].map((name) =>
    bundle(`src/web/approval/browser/modules/${name}.ts`, `${name}.js`, 'esm'),
  ),
]);

/** `src/web/app-pages.ts` serves these beside the originals to browsers that accept them. */
const assets = join(unfinished, 'assets');
const built = (await readdir(assets)).filter((name) => /\.(?:js|css|svg)$/.test(name));
for (const file of built.map((name) => join(assets, name))) {
  const content = await readFile(file);
  await writeFile(`${file}.br`, brotliCompressSync(content));
  await writeFile(`${file}.gz`, gzipSync(content, { level: 9 }));
}

const finished = join(root, 'dist/web/app');
const former = `${unfinished}-former`;
await rename(finished, former).catch(() => undefined);
await rename(unfinished, finished);
await rm(former, { recursive: true, force: true });
