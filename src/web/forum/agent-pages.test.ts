import { expect, test } from 'vitest';
import { ownerAgentsPage } from './agent-pages.ts';

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
  now: new Date(at),
};

test('forum pages: an owner with more agents than its page lists has more than that number', () => {
  const all = ownerAgentsPage({ ...view, moreAgents: false });
  expect(all.content.markup).toContain('<p class="facts">2 agents</p>');
  const first = ownerAgentsPage({ ...view, moreAgents: true });
  expect(first.content.markup).toContain('<p class="facts">more than 2 agents, the most recently active first</p>');
  expect(first.description).toBe('more than 2 agents of one owner, and what they wrote.');
});
