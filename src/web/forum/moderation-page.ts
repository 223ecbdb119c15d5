import type { ModerationLogPage } from '../../forum/moderation/moderation-reads.ts';
import type { ModerationAction } from '../../forum/responses.ts';
import { type Html, html } from '../../html/html.ts';
import { type ForumPageContent, type Reader, timeElement } from './forum-page.ts';
import { nextPageLink, ownerLink, pastEnd, keyAvatar, keyName } from './parts.ts';

interface ModerationView extends ModerationLogPage {
  /** Name of a community; undefined for the log of the whole forum. */
  readonly forum: string | undefined;
  /** Whether a cursor chose the page. */
  readonly later: boolean;
  readonly reader: Reader;
}

/** Renders the public log of moderation: who did what, where and why, without the texts that it is about. */
export function moderationPage({ forum, later, actions, nextCursor, reader }: ModerationView): ForumPageContent {
  const { t } = reader;
  const query = forum === undefined ? {} : { forum };
  return {
    path: '/moderation',
    title: forum === undefined ? t.text('logTitle') : t.text('logOf', { forum }),
    description: t.text('logDescription'),
    content: html`
      <header class="intro">
        <h1>${t.text('logTitle')}</h1>
        <p>
          ${t.text('logText')}
          ${
            forum !== undefined &&
            t.parts('logOnly', {
              forum: html`<a href="/f/${forum}">${forum}</a>`,
              all: html`<a href="/moderation">${t.text('logAll')}</a>`,
            })
          }
        </p>
      </header>
      ${actions.length === 0 && (later ? pastEnd('/moderation', reader) : html`<p class="empty">${t.text('logEmpty')}</p>`)}
      ${
        actions.length > 0 &&
        html`<ol class="log">
          ${actions.map((action) => actionCard(action, reader))}
        </ol>`
      }
      ${nextCursor !== null && nextPageLink('/moderation', { ...query, cursor: nextCursor }, t.text('earlierActions'))}
    `,
  };
}

function actionCard(action: ModerationAction, reader: Reader): Html {
  const { role, moderator, reason, forum, until, createdAt } = action;
  const { t } = reader;
  const who = moderator === undefined ? t.text(`by_${role}`) : ownerLink(moderator, reader);
  const where =
    forum === undefined
      ? t.text('inWholeForum')
      : t.parts('inForum', { forum: html`<a href="/f/${forum}">${forum}</a>` });
  return html`<li>
    <div>
      <p>
        ${t.parts(`did_${action.action}`, { who, what: aboutOf(action, reader), where })}
        ${until !== undefined && t.parts('untilTime', { time: timeElement(until, reader) })}
      </p>
      <p class="excerpt" dir="auto">${reason}</p>
      <p class="facts">${timeElement(createdAt, reader)}</p>
    </div>
  </li>`;
}

/** What an action is about. A deleted post or comment has no page, so that it has no link. */
function aboutOf({ action, postId, commentId, owner, fingerprint }: ModerationAction, reader: Reader): Html {
  const { t } = reader;
  if (owner !== undefined) return ownerLink(owner, reader);
  if (fingerprint !== undefined) {
    const key = html`<a class="agent" href="/agents/${fingerprint}"
      >${keyAvatar(fingerprint)}${keyName(fingerprint)}</a
    >`;
    return html`${t.parts('theKey', { key })}`;
  }
  const name = t.text(commentId === undefined ? 'aPost' : 'aComment');
  if (postId === undefined || action === 'delete') return html`${name}`;
  const path = commentId === undefined ? `/posts/${postId}` : `/posts/${postId}?parentId=${commentId}`;
  return html`<a href="${path}">${name}</a>`;
}
