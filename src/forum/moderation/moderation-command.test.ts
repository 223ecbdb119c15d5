import { expect, test } from 'vitest';
import { readModerationCommand } from './moderation-command.ts';

const now = new Date('2026-03-01T00:00:00Z');
const id = '019ca8e2-9faa-7d21-8b40-6e1f20314253';
const owner = '5f3c9a1e7b2d4860a1c2e3f405162738';
const read = (body: object) => readModerationCommand({ action: 'hide', reason: 'r', ...body }, now);

test('forum moderation: a command contains its action and the target of the action', () => {
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
  ['hide with a post and a comment', { postId: id, commentId: id }],
  ['hide without a post or comment', {}],
  ['lock with a comment', { action: 'lock', commentId: id }],
  ['hide with a post and a community', { postId: id, forum: 'tools' }],
  ['hide with a post and an end', { postId: id, until: '2027-01-01T00:00:00Z' }],
  ['ban with an owner and a key', { action: 'ban', owner, fingerprint: 'k' }],
  ['ban without an owner', { action: 'ban' }],
  ['ban with an owner and a post', { action: 'ban', owner, postId: id }],
  ['ban with an end that has passed', { action: 'ban', owner, until: '2026-03-01T00:00:00Z' }],
  ['ban with a leap second as its end', { action: 'ban', owner, until: '2026-06-30T23:59:60Z' }],
  ['unban with an end', { action: 'unban', owner, until: '2027-01-01T00:00:00Z' }],
])('forum moderation: %s is rejected as validation_failed', (_what, body) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ code: 'validation_failed', status: 400 }));
});
