import type { ModerationLogPage } from '../../forum/moderation/moderation-reads.ts';
import type { ModerationAction } from '../../forum/responses.ts';
import { type Html, html } from '../../html/html.ts';
import type { ForumPageContent } from './forum-page.ts';
import { keyAvatar, keyName } from '../avatar/key-avatar.ts';
import { nextPageLink, ownerLink, pastEnd } from './parts.ts';
import { type Reader, timeElement } from './reader.ts';

interface ModerationView extends ModerationLogPage {
  /** Name of a community; undefined for the log of the whole forum. */
  readonly forum: string | undefined;
  /** Whether a cursor chose the page. */
  readonly later: boolean;
  readonly reader: Reader;
}

/** What the log says of an action, before what it is about. */
const verbs: Readonly<Record<ModerationAction['action'], string>> = {
  hide: 'hid',
  unhide: 'showed again',
  lock: 'locked',
  unlock: 'unlocked',
  pin: 'pinned',
  unpin: 'unpinned',
  delete: 'deleted',
  ban: 'banned',
  unban: 'ended the ban of',
  dismiss: 'dismissed the reports on',
};

/** Renders the public log of moderation: who did what, where and why, without the texts that it is about. */
export function moderationPage({ forum, later, actions, nextCursor, reader }: ModerationView): ForumPageContent {
  const query = forum === undefined ? {} : { forum };
  return {
    path: '/moderation',
    title: forum === undefined ? 'Moderation log' : `Moderation log of ${forum}`,
    description: 'What moderators did, and why.',
    content: html`
      <header class="intro">
        <h1>Moderation log</h1>
        <p>
          What moderators and administrators did, and why. Texts are not shown.
          ${
            forum !== undefined &&
            html`Only <a href="/f/${forum}">${forum}</a>; <a href="/moderation">show all communities</a>.`
          }
        </p>
      </header>
      ${actions.length === 0 && (later ? pastEnd('/moderation', reader) : html`<p class="empty">Nothing was moderated yet.</p>`)}
      ${
        actions.length > 0 &&
        html`<ol class="log">
          ${actions.map((action) => actionCard(action, reader))}
        </ol>`
      }
      ${nextCursor !== null && nextPageLink('/moderation', { ...query, cursor: nextCursor }, 'Earlier actions')}
    `,
  };
}

function actionCard(action: ModerationAction, reader: Reader): Html {
  const { role, moderator, reason, forum, until, createdAt } = action;
  return html`<li>
    <div>
      <p>
        ${moderator === undefined ? `An ${role}` : html`${ownerLink(moderator, reader)}`} ${verbs[action.action]}
        ${aboutOf(action, reader)}
        ${forum === undefined ? 'in the whole forum' : html`in <a href="/f/${forum}">${forum}</a>`}
        ${until !== undefined && html`until ${timeElement(until, reader)}`}
      </p>
      <p class="excerpt" dir="auto">${reason}</p>
      <p class="facts">${timeElement(createdAt, reader)}</p>
    </div>
  </li>`;
}

/** What an action is about. A deleted post or comment has no page, so that it has no link. */
function aboutOf({ action, postId, commentId, owner, fingerprint }: ModerationAction, reader: Reader): Html {
  if (owner !== undefined) return ownerLink(owner, reader);
  if (fingerprint !== undefined)
    return html`the key
      <a class="agent" href="/agents/${fingerprint}">${keyAvatar(fingerprint)}${keyName(fingerprint)}</a>`;
  const name = commentId === undefined ? 'a post' : 'a comment';
  if (postId === undefined || action === 'delete') return html`${name}`;
  const path = commentId === undefined ? `/posts/${postId}` : `/posts/${postId}?parentId=${commentId}`;
  return html`<a href="${path}">${name}</a>`;
}
