/**
 * `npm run build:docs`: writes the documentation to dist/docs as static pages, from the contracts, their history and the
 * guides. The pages also open from a file: URL.
 */
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readAssets } from '../src/api-reference/reference-files.ts';
import { withCodeSamples } from '../src/api-reference/code-samples.ts';
import { readContract, asObject } from '../src/api-reference/read-contract.ts';
import { referencePages } from '../src/api-reference/reference-pages.ts';
import { requestCollection } from '../src/api-reference/sample-request.ts';
import { areas } from '../src/typed-contract/areas.ts';
import { type ContractHistory, contractHistory } from './diff-specs/contract-history.ts';
import { errorPaths, isErrors } from './docs-site/error-codes.ts';
import { changelogPage, guidePage, indexPage, sourcePage } from './docs-site/pages.ts';
import { searchIndex, searchPage } from './docs-site/search.ts';
import { type Guide, linkedFile, llmsText, markdownPage, siteFrame, sitePath } from './docs-site/site-page.ts';
import { showHelp } from './command/show-help.ts';

const root = resolve(import.meta.dirname, '..');
/** Replaced by the address of the platform that serves the site. */
const docsAddress = 'http://localhost:4000/docs/';
const read = (file: string) => readFile(join(root, file), 'utf8');

/** Returns every file of the site by its path. @throws Error when a guide links to a missing file */
export async function docsSite(history: ContractHistory): Promise<ReadonlyMap<string, string | Buffer>> {
  const files = new Map<string, string | Buffer>();

  const names = [...globSync('docs/**/*.md', { cwd: root }).sort(), 'README.md', 'CONTRIBUTING.md', 'SECURITY.md'];
  const guides: readonly Guide[] = await Promise.all(names.map(async (file) => ({ file, text: await read(file) })));
  const errors = guides.find(isErrors);
  const errorPath = errors && errorPaths(errors);

  const contracts = areas.map((area) => {
    const document = asObject(history.contractNow(area));
    return { area, document, reading: readContract(document) };
  });
  const readings = contracts.map(({ area, reading }) => [area, reading] as const);
  for (const { area, document, reading } of contracts) {
    const contractPath = `contracts/${area}.json`;
    const collectionPath = `contracts/${area}.collection.json`;
    const options = { area, root: area, contractPath, collectionPath, frame: siteFrame };
    const pages = referencePages(reading, { ...options, errorPath: (code) => errorPath?.(area, code) });
    for (const [path, page] of pages) files.set(path, page);
    files.set(
      contractPath,
      `${JSON.stringify(withCodeSamples(document, { area, baseUrl: reading.server }), null, 2)}\n`,
    );
    files.set(collectionPath, `${JSON.stringify(requestCollection(reading, reading.server), null, 2)}\n`);
  }
  files.set('index.html', indexPage(readings));
  files.set('changelog.html', changelogPage(history, await read('CHANGELOG.md')));
  files.set('search.html', searchPage());
  files.set('assets/search-index.js', searchIndex(readings, guides));

  for (const guide of guides) {
    const path = sitePath(guide.file);
    files.set(
      path,
      guidePage(guide, guides, (area, operationId) => {
        const path = `${area}/${operationId}.html`;
        return files.has(path) ? path : undefined;
      }),
    );
    files.set(path.replace(/\.html$/, '.md'), markdownPage(guide, guides));
  }
  files.set('llms.txt', llmsText(guides, docsAddress));
  for (const file of new Set(guides.flatMap(linkedFiles))) {
    const path = sitePath(file);
    if (files.has(path)) continue;
    if (file.endsWith('.png')) {
      files.set(path, await readFile(join(root, file)));
      continue;
    }
    const text = await read(file);
    files.set(path, path.startsWith('source/') ? sourcePage(file, text) : text);
  }

  for (const [name, content] of await readAssets()) files.set(`assets/${name}`, content);
  const script = await readFile(join(root, 'dist/web/search.js'), 'utf8').catch(() => undefined);
  if (script !== undefined) files.set('assets/search.js', script);
  return files;
}

const linkedFiles = ({ file, text }: Guide): readonly string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, href = '']) => linkedFile(file, href)?.file ?? []);

/** Writes the site to dist/docs. @returns the number of files */
export async function buildDocs(): Promise<number> {
  const target = join(root, 'dist', 'docs');
  const files = await docsSite(contractHistory(root));
  await rm(target, { recursive: true, force: true });
  for (const [path, content] of files) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await writeFile(join(target, path), content);
  }
  return files.size;
}

if (import.meta.main) {
  showHelp(`Usage: npm run build:docs

Writes the documentation to dist/docs as static pages, from the contracts, their history and the guides.`);
  console.log(`Wrote ${await buildDocs()} files. Open dist/docs/index.html`);
}
