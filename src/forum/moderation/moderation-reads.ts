import { pageReader } from '../../runtime/http/page.ts';
import { forumNotFound, validationFailed } from '../errors.ts';
import { decodePosition, encodePosition } from '../reads/position.ts';
import type { ForumResponses, ModerationAction } from '../responses.ts';
import { maxModerators } from './moderator-store.ts';
import type { ForumStores } from '../stores.ts';

/** Default page size of the log and of reports. */
const defaultLimit = 20;
const ownerPattern = /^[0-9a-f]{32}$/;

export interface ModerationLogQuery {
  readonly forum?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ModerationLogPage {
  readonly actions: ModerationAction[];
  readonly nextCursor: string | null;
}

export interface ModeratorQuery {
  readonly name: string;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export interface ModeratorPage {
  readonly founder: string;
  readonly moderators: { readonly owner: string; readonly createdAt: string }[];
  readonly nextCursor: string | null;
}

const invalidCursor = () =>
  validationFailed('cursor is not from this list. Pass the nextCursor of the previous page unchanged.');

const readPage = pageReader(defaultLimit, invalidCursor);

/** Cuts rows that are sorted by id to one page. @param list names the list, for its cursors */
export function cutById<Row extends { readonly id: string }>(
  list: string,
  rows: readonly Row[],
  limit: number,
): { readonly page: readonly Row[]; readonly nextCursor: string | null } {
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { page, nextCursor: last === undefined ? null : encodePosition(list, { key: 0, id: last.id, passed: 0 }) };
}

/** @returns the id of the last entry of the previous page @throws DomainError validation_failed */
export function idBefore(list: string, cursor: string | undefined): string | undefined {
  if (cursor === undefined) return undefined;
  const position = decodePosition(list, 'integer', cursor);
  if (position === undefined) throw invalidCursor();
  return position.id;
}

/** Reads one page of the public log. Only an empty page needs to check that the community exists. */
export async function readModerationLog(
  { moderationLog, forums }: Pick<ForumStores, 'moderationLog' | 'forums'>,
  responses: Pick<ForumResponses, 'moderationAction'>,
  { forum, limit = defaultLimit, cursor }: ModerationLogQuery,
): Promise<ModerationLogPage> {
  const list = `log:${forum ?? ''}`;
  const rows = await moderationLog.list({ forum, limit: limit + 1, after: idBefore(list, cursor) });
  if (rows.length === 0 && forum !== undefined && (await forums.find(forum)) === undefined) throw forumNotFound(forum);
  const { page, nextCursor } = cutById(list, rows, limit);
  return { actions: page.map(responses.moderationAction), nextCursor };
}

export async function readModerators(
  { moderators, forums }: Pick<ForumStores, 'moderators' | 'forums'>,
  { name, limit = defaultLimit, cursor }: ModeratorQuery,
): Promise<ModeratorPage> {
  const forum = await forums.find(name);
  if (forum === undefined) throw forumNotFound(name);
  const { items, nextCursor } = await readPage(
    { limit: Math.min(limit, maxModerators), cursor },
    ({ after, ...page }) =>
      moderators.list({ forum: name, after: after && { owner: after.id, at: after.at }, ...page }),
    ({ owner, created_at }) => ({ at: created_at, id: owner }),
    ownerPattern,
  );
  return {
    founder: forum.owner,
    moderators: items.map(({ owner, created_at }) => ({ owner, createdAt: created_at.toISOString() })),
    nextCursor,
  };
}
