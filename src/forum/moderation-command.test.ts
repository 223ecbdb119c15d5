import { expect, test } from 'vitest';
import { readModerationCommand } from './moderation-command.ts';

const now = new Date('2026-03-01T00:00:00Z');
const id = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const owner = '5f3c9a1e7b2d4860a1c2e3f405162738';
const read = (body: object) => readModerationCommand({ action: 'hide', reason: 'r', ...body }, now);

test('forum moderation: an action takes exactly what it is about', () => {
  expect(read({ postId: id })).toEqual({ action: 'hide', target: { kind: 'post', id } });
  expect(read({ action: 'delete', commentId: id })).toEqual({ action: 'delete', target: { kind: 'comment', id } });
  expect(read({ action: 'ban', owner, until: '2026-03-01T00:00:00.001Z' })).toEqual({
    action: 'ban',
    subject: { owner },
    forum: undefined,
    until: new Date(now.getTime() + 1),
  });
});

test.each([
  ['a post and a comment', { postId: id, commentId: id }],
  ['neither post nor comment', {}],
  ['a comment to lock', { action: 'lock', commentId: id }],
  ['a community beside a post', { postId: id, forum: 'tools' }],
  ['an end beside a post', { postId: id, until: '2027-01-01T00:00:00Z' }],
  ['an owner and a key', { action: 'ban', owner, fingerprint: 'k' }],
  ['no owner to ban', { action: 'ban' }],
  ['a post to ban', { action: 'ban', owner, postId: id }],
  ['an end in the past', { action: 'ban', owner, until: '2026-03-01T00:00:00Z' }],
  ['an end that is no time', { action: 'ban', owner, until: '2026-06-30T23:59:60Z' }],
  ['an end to unban', { action: 'unban', owner, until: '2027-01-01T00:00:00Z' }],
])('forum moderation: %s is validation_failed', (_what, body) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ code: 'validation_failed', status: 400 }));
});
