import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Language } from '../../language/language.ts';
import { languageOf } from '../../language/request-language.ts';

/** Sizes of the icons in pixels. */
const iconSizes = [192, 512] as const;

/** Built by `npm run prepare` from `browser/service-worker.ts`, with the texts of a language. */
const workerFile = (language: Language): string =>
  join(import.meta.dirname, '..', '..', '..', '..', 'dist', 'web', `owner-worker.${language}.js`);

export const manifestPath = '/owner/manifest.webmanifest';
const workerPath = '/owner/service-worker.js';
export const touchIconPath = iconPath(192);

function iconPath(size: (typeof iconSizes)[number]): string {
  return `/owner/icon-${size}.png`;
}

/** Web Application Manifest of the pages of an owner. The shield keeps away from the edges, so that a mask may cut them. */
const manifest = {
  id: '/owner',
  name: 'Platform Sign-In',
  short_name: 'Sign-In',
  description: 'Decide what your agents ask, and see what can act for you.',
  start_url: '/owner/requests',
  scope: '/owner',
  display: 'standalone',
  background_color: '#ffffff',
  theme_color: '#3451d1',
  icons: iconSizes.flatMap((size) =>
    (['any', 'maskable'] as const).map((purpose) => ({
      src: iconPath(size),
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  ),
  shortcuts: [{ name: 'Scan', url: '/owner/scan' }],
};

const day = 'public, max-age=86400';

/**
 * Serves what makes the pages of an owner an installable app: its manifest, its icons, and its service worker, which shows
 * pushes and a page for the time without a network.
 *
 * @param shell addresses that the worker keeps for that page
 * @param notifications URL of the notification service, to which the worker reports pushes
 */
export async function registerOwnerApp(
  app: FastifyInstance,
  shell: readonly string[],
  notifications: string | undefined,
): Promise<void> {
  // Undefined without a build: the pages work without a worker.
  const workers = await readWorkers().catch(() => undefined);
  app.get(manifestPath, (_request, reply) =>
    reply.type('application/manifest+json').header('cache-control', day).send(JSON.stringify(manifest)),
  );
  for (const size of iconSizes) {
    const icon = await readFile(join(import.meta.dirname, `icon-${size}.png`));
    app.get(iconPath(size), (_request, reply) => reply.type('image/png').header('cache-control', day).send(icon));
  }
  if (workers === undefined) return;
  const version = createHash('sha256').update(shell.join()).digest('base64url').slice(0, 12);
  const settings = { version, addresses: shell, notifications: notifications ?? null };
  const ownerShell = `self.ownerShell = ${JSON.stringify(settings)};`;
  const reported = notifications === undefined ? '' : ` ${new URL(notifications).origin}`;
  app.get(workerPath, (request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language, cookie')
      .header('service-worker-allowed', '/owner')
      .header('content-security-policy', `default-src 'none'; connect-src 'self'${reported}`)
      .send(`${ownerShell}\n${workers[languageOf(request)]}`),
  );
}

async function readWorkers(): Promise<Readonly<Record<Language, string>>> {
  const read = (language: Language) => readFile(workerFile(language), 'utf8');
  return { en: await read('en'), de: await read('de'), ja: await read('ja') };
}
