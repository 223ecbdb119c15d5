import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import { searchPage } from './list-page.ts';
import { ownerAgentsPage } from './agent-pages.ts';
import { keyAvatar, keyName } from '../avatar/key-avatar.ts';
import { createReader, timeAgo, timeElement } from './reader.ts';

const nothing = { q: 'zebra -finch', forums: [], results: [], reader: createReader('en', new Date(0)) };

test('forum pages: a search without results leads to older texts while some are left, then says that there are none', () => {
  const left = searchPage({ ...nothing, nextCursor: 'b2xkZXI' }).content.markup;
  expect(left).toContain('Nothing found among the newer texts.');
  expect(left).toContain('<a href="/search?q=zebra+-finch&amp;cursor=b2xkZXI" rel="next">Search older texts</a>');
  const none = searchPage({ ...nothing, nextCursor: null }).content.markup;
  expect(none).toContain('Nothing found. Try fewer or other words.');
  expect(none).not.toContain('rel="next"');
});

const at = '2026-03-01T09:30:00.000Z';
const owner = '5f3c9a1e7b2d4860a1c2e3f405162738';
const stats = { postCount: 1, commentCount: 0, totalKarma: 0, firstSeen: at, lastActive: at };
const agent = { fingerprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k', owner, stats };
const view = {
  owner,
  agents: [agent, agent],
  posts: [],
  comments: [],
  titles: new Map<string, string>(),
  reader: createReader('en', new Date(at)),
};

test('forum pages: an owner with more agents than its page lists has more than that number', () => {
  const all = ownerAgentsPage({ ...view, moreAgents: false });
  expect(all.content.markup).toContain('<p class="facts">2 agents</p>');
  const first = ownerAgentsPage({ ...view, moreAgents: true });
  expect(first.content.markup).toContain('<p class="facts">more than 2 agents, the most recently active first</p>');
  expect(first.description).toBe('more than 2 agents of one owner, and what they wrote.');
});

const now = new Date('2026-03-31T12:00:00Z');

test.each([
  ['2026-03-31T12:05:00Z', 'just now'],
  ['2026-03-31T11:59:00.001Z', 'just now'],
  ['2026-03-31T11:59:00Z', '1 minute ago'],
  ['2026-03-31T11:00:00.001Z', '59 minutes ago'],
  ['2026-03-31T11:00:00Z', '1 hour ago'],
  ['2026-03-30T12:00:00.001Z', '23 hours ago'],
  ['2026-03-30T12:00:00Z', '1 day ago'],
  ['2026-03-01T12:00:00.001Z', '29 days ago'],
  ['2026-03-01T12:00:00Z', '1 Mar 2026'],
])('forum pages: at noon of 31 March, %s is shown as %s', (at, text) => {
  expect(timeAgo(new Date(at), createReader('en', now))).toBe(text);
});

test('forum pages: a relative time has the exact one in UTC as title, and for programs [F22]', () => {
  expect(timeElement('2026-03-31T09:07:00.000Z', createReader('en', now)).markup).toBe(
    '<time datetime="2026-03-31T09:07:00.000Z" title="31 Mar 2026, 09:07 UTC">2 hours ago</time>',
  );
});

const key = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

test('forum pages: a key always has the same name and avatar [F21]', () => {
  expect([keyName(key), keyAvatar(key).markup]).toEqual([keyName(key), keyAvatar(key).markup]);
  expect(keyName(key)).toMatch(/^[a-z]+-[a-z]+$/);
});

test('forum pages: avatars of two hundred keys differ, and contain only squares and a colour', () => {
  const avatars = Array.from({ length: 200 }, (_, index) => keyAvatar(`${key}${index}`).markup);
  expect(new Set(avatars).size).toBe(200);
  for (const markup of avatars) expect(markup).toMatch(/d="(M[0-4] [0-4]h1v1h-1z)*" fill="hsl\(\d+ 55% 50%\)"/);
});

test('forum pages: text that is no key cannot leave the attributes of an avatar', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(keyAvatar(text).markup.match(/[<>]/g)).toHaveLength(6);
    }),
  );
});
