import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openBrowserSession } from '../fixtures/browser-session.ts';
import { useStarted } from '../fixtures/use-started.ts';
import { openWebPages } from '../fixtures/web-pages.ts';

const pages = useStarted(() => openWebPages(['sso', 'web']));

/** Milliseconds that the network keeps the rest of a document back: many frames, on a loaded machine too. */
const pause = 3_000;

test.each([
  ['/portal', 'aria-hidden="true">'],
  ['/', 'class="copy">'],
])('first paint: nothing of %s moves when its document arrives in two parts, cut after %s', async (path, cut) => {
  expect(await (await fetch(pages.at(path))).text()).toContain(cut);
  const network = createServer((request, response) => void forward(request.url ?? '/', response));
  network.listen(0, 'localhost');
  await once(network, 'listening');
  const forward = async (url: string, response: ServerResponse) => {
    const answer = await fetch(pages.at(url));
    const content = await answer.text();
    response.setHeader('content-type', answer.headers.get('content-type') ?? '');
    // Between the border of a button and its text.
    const end = url === path ? content.indexOf(cut) + cut.length : content.length;
    response.write(content.slice(0, end));
    if (end < content.length) await setTimeout(pause);
    response.end(content.slice(end));
  };
  const { page, close } = await openBrowserSession(pages.browser);
  await page.addInitScript(`
    globalThis.moved = [];
    const note = ({ sources }) => moved.push(...sources.map(({ node }) => node.outerHTML));
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: 'layout-shift', buffered: true });
  `);
  await page.goto(`http://localhost:${String((network.address() as AddressInfo).port)}${path}`);
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  expect(await page.evaluate('moved')).toEqual([]);
  await close();
  network.close();
});
