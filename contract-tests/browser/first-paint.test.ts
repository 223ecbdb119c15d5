import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openBrowserSession } from '../fixtures/browser-session.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { openWebPages } from '../fixtures/web-pages.ts';

const pages = useStarted(() => openWebPages(['sso', 'web']));

/** Milliseconds that the network keeps back the rest of a document: many frames of the browser. */
const pause = 1_000;

test('first paint: nothing of a page moves when its document arrives in two parts', async () => {
  const network = createServer((request, response) => void forward(request.url ?? '/', response));
  network.listen(0, 'localhost');
  await once(network, 'listening');
  const forward = async (url: string, response: ServerResponse) => {
    const answer = await fetch(pages.at(url));
    const content = await answer.text();
    response.setHeader('content-type', answer.headers.get('content-type') ?? '');
    // Between the border of a button and its text.
    const [first = '', ...rest] = content.split(/(?<=aria-hidden="true">)/);
    response.write(first);
    if (rest.length > 0) await setTimeout(pause);
    response.end(rest.join(''));
  };
  const { page, close } = await openBrowserSession(pages.browser);
  await page.addInitScript(`
    globalThis.moved = [];
    const note = ({ sources }) => moved.push(...sources.map(({ node }) => node.outerHTML));
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(`http://localhost:${String((network.address() as AddressInfo).port)}/portal`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await page.evaluate('moved')).toEqual([]);
  await close();
  network.close();
});
