import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { openChromium } from '../contract-tests/fixtures/chromium.ts';
import { writeForumContent } from '../contract-tests/fixtures/forum.ts';
import { enrolOwner, startSignIn, urlOf } from '../contract-tests/fixtures/identity.ts';
import {
  combineVisits,
  controls,
  exceededLimits,
  type MeasuredPage,
  measuredNumbers,
  measuredPages,
  pageLimits,
  type PageLimits,
} from './measure-pages/page-limits.ts';
import { type PageVisit, processorSpeed, slowPhone, visitCold } from './measure-pages/page-visit.ts';
import { deletePlatformData, type RunningPlatform, startPlatform } from '../contract-tests/fixtures/platform.ts';
import { showHelp } from './command/show-help.ts';

showHelp(`Usage: npm run measure:pages [-- --rounds 5] [-- --full-speed]

Opens the main pages of a new platform as first-time visitors do, on a slow phone in a slow network, and compares transferred
bytes, Largest Contentful Paint, Cumulative Layout Shift, total blocking time, the number of elements and, where pages have
scripts, Interaction to Next Paint with the limits in measure-pages/page-limits.ts. The phone's processor is emulated by how fast this machine computes at the moment of a visit. A page
within its limits is visited twice, another one --rounds times. --full-speed slows nothing down and does not compare times. Exit
code 1 when a page exceeds a limit. Needs Chromium.`);

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, 'full-speed': { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error(`--rounds is ${values.rounds}, but must be a whole number from 1.`);
  process.exit(2);
}
const conditions = values['full-speed'] ? undefined : slowPhone;

const platform = await startPlatform();
const browser = await openChromium();
try {
  const { posts } = await writeForumContent(platform);
  const addresses = await pageAddresses(platform, posts.at(-4) ?? '');
  if (conditions !== undefined) {
    const { latency, bitsPerSecond, speed } = conditions;
    const slowdown = (await processorSpeed(browser)) / speed;
    console.log(
      `${latency} ms latency, ${bitsPerSecond / 1e6} Mbit/s, processor ${slowdown.toFixed(1)} times slower than here`,
    );
  }
  console.log(
    `${'page'.padEnd(11)}${['bytes', 'LCP ms', 'CLS', 'blocking ms', 'elements', 'INP ms'].map((name) => name.padStart(18)).join('')}`,
  );
  for (const page of measuredPages) {
    const { lcp: _lcp, blocking: _blocking, inp: _inp, ...withoutTimes } = pageLimits[page];
    const limits: PageLimits = conditions === undefined ? withoutTimes : pageLimits[page];
    const visit = await measure(browser, { url: addresses[page], control: controls[page] }, limits);
    const exceeded = exceededLimits(visit, limits);
    if (exceeded.length > 0) process.exitCode = 1;
    console.log(line(page, visit, limits), exceeded.length > 0 ? `exceeds ${exceeded.join(', ')}` : '');
  }
} finally {
  await browser.close();
  await platform.stop();
  await deletePlatformData(platform);
}

/** Visits a page twice, and more often while another program of this machine may have delayed it beyond a limit. */
async function measure(
  visitor: Browser,
  { url, control }: { readonly url: string; readonly control: string | undefined },
  limits: PageLimits,
): Promise<PageVisit> {
  const visits: PageVisit[] = [];
  // One after the other, because visits would slow each other down.
  while (visits.length < rounds) {
    visits.push(await visitCold(visitor, url, { conditions, control }));
    if (visits.length >= 2 && exceededLimits(combineVisits(visits), limits).length === 0) break;
  }
  return combineVisits(visits);
}

async function pageAddresses(running: RunningPlatform, post: string): Promise<Readonly<Record<MeasuredPage, string>>> {
  const web = urlOf(running, 'web');
  const { deepLink } = await startSignIn((await enrolOwner(running)).sso);
  return {
    start: web,
    portal: `${web}/portal`,
    forum: urlOf(running, 'forum'),
    post: `${urlOf(running, 'forum')}/posts/${post}`,
    host: `${web}/host`,
    approval: deepLink,
    account: `${urlOf(running, 'sso')}/owner`,
    docs: `${web}/docs/`,
    guide: `${web}/docs/guides/agent-guide`,
    overview: `${web}/docs/sso`,
    reference: `${web}/docs/sso/exchangeToken`,
    search: `${web}/docs/search`,
  };
}

function line(page: MeasuredPage, visit: PageVisit, limits: PageLimits): string {
  const cell = (name: keyof PageVisit) => {
    const measured = visit[name];
    if (measured === undefined) return ''.padStart(18);
    const value = name === 'cls' ? Number(measured.toFixed(4)) : Math.round(measured);
    const limit = limits[name];
    return (limit === undefined ? String(value) : `${value} of ${limit}`).padStart(18);
  };
  return page.padEnd(11) + measuredNumbers.map(cell).join('');
}
