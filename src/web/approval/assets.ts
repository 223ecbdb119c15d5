import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { navigationBarStyle } from '../../html/navigation-bar.ts';
import { themeStyle } from '../../html/theme.ts';
import { createEncodedContent, sendEncoded } from '../../runtime/encoded-content.ts';
import { byLanguage, type Language } from '../language/language.ts';
import type { AssetAddresses } from './provider-page.ts';

const root = join(import.meta.dirname, '..', '..', '..');

/** Built by `npm run prepare` from `browser/languages/`; a page loads the script of its language only. */
const scriptFile = (language: Language): string => join(root, 'dist', 'web', `approval.${language}.js`);

/** In cascade order. */
const styles = ['theme.css', 'page.css', 'controls.css', 'request.css', 'connections.css'];

/** An asset's URL contains a hash of its content, so it is cached without revalidation. */
const immutable = 'public, max-age=31536000, immutable';

/** Serves the style sheet, scripts and icon of the pages. @returns their URLs */
export async function serveAssets(app: FastifyInstance): Promise<AssetAddresses> {
  const sheets = await Promise.all(styles.map((name) => readFile(join(import.meta.dirname, 'style', name), 'utf8')));
  const icon = await readFile(join(import.meta.dirname, 'approval.svg'), 'utf8');
  const scripts = readScripts();
  if (scripts === undefined)
    app.log.warn('dist/web/approval.*.js are missing: run `npm run prepare` for the approval page');

  const serve = (path: string, type: string, content: string): string => {
    const encoded = createEncodedContent(content);
    app.get(path, (_request, reply) => sendEncoded(reply.type(type).header('cache-control', immutable), encoded));
    return `${path}?v=${createHash('sha256').update(content).digest('base64url').slice(0, 12)}`;
  };
  return {
    icon: serve('/assets/approval.svg', 'image/svg+xml', icon),
    style: serve(
      '/assets/approval.css',
      'text/css; charset=utf-8',
      [themeStyle, ...sheets, navigationBarStyle].join('\n'),
    ),
    scripts:
      scripts &&
      byLanguage((language) =>
        serve(`/assets/approval.${language}.js`, 'text/javascript; charset=utf-8', scripts[language]),
      ),
  };
}

/** Returns the scripts by language; undefined when one is not built. */
function readScripts(): Readonly<Record<Language, string>> | undefined {
  try {
    return byLanguage((language) => readFileSync(scriptFile(language), 'utf8'));
  } catch {
    return undefined;
  }
}
