import type { AdministratorCredentials } from '../../runtime/caller/administrators.ts';
import type { Agent } from '../people/agent-store.ts';
import type { DpopCredentials } from '../security.ts';
import type { components } from '../../../generated/forum/types.ts';
import { validationFailed } from '../errors.ts';

/** Who moderates: an agent, or an administrator of the sign-in provider. */
export type ModerationCaller =
  | { readonly kind: 'agent'; readonly agent: Agent }
  /** The id is `bootstrap` for the bootstrap key. */
  | { readonly kind: 'administrator'; readonly id: string };

export function moderationCaller(credentials: DpopCredentials | AdministratorCredentials): ModerationCaller {
  return 'administrator' in credentials
    ? { kind: 'administrator', id: credentials.administrator.id ?? 'bootstrap' }
    : { kind: 'agent', agent: credentials.agent };
}

/** A post, or a comment. */
export interface ContentTarget {
  readonly kind: 'post' | 'comment';
  readonly id: string;
}

type Request = components['schemas']['CreateModerationActionRequest'];
type ModerationActionName = Request['action'];
export type BanActionName = 'ban' | 'unban';
export type ContentActionName = Exclude<ModerationActionName, BanActionName>;

/** What a moderator requests. */
export type ModerationCommand =
  | { readonly action: ContentActionName; readonly target: ContentTarget }
  | {
      readonly action: BanActionName;
      /** An owner or the thumbprint of a key. */
      readonly subject: { readonly owner: string } | { readonly fingerprint: string };
      /** Undefined for all communities. */
      readonly forum: string | undefined;
      /** Undefined for a ban without an end. */
      readonly until: Date | undefined;
    };

const ofPosts: readonly ModerationActionName[] = ['lock', 'unlock', 'pin', 'unpin'];

/**
 * Reads the part of a request that its action needs, and rejects the rest, because an ignored member would mislead.
 *
 * @throws DomainError validation_failed
 */
export function readModerationCommand(body: Request, now: Date): ModerationCommand {
  const { action, until } = body;
  if (action === 'ban' || action === 'unban') {
    rejectMembers(body, action === 'ban' ? ['postId', 'commentId'] : ['postId', 'commentId', 'until']);
    return { action, subject: readSubject(body), forum: body.forum, until: readEnd(until, now) };
  }
  rejectMembers(body, ['owner', 'fingerprint', 'forum', 'until', ...(ofPosts.includes(action) ? ['commentId'] : [])]);
  return { action, target: readContentTarget(body) };
}

/** @throws DomainError validation_failed unless exactly one id is given */
export function readContentTarget({ postId, commentId }: Pick<Request, 'postId' | 'commentId'>): ContentTarget {
  if (postId !== undefined && commentId === undefined) return { kind: 'post', id: postId };
  if (commentId !== undefined && postId === undefined) return { kind: 'comment', id: commentId };
  throw validationFailed('Send exactly one of postId and commentId.');
}

function readSubject({ owner, fingerprint }: Request): { readonly owner: string } | { readonly fingerprint: string } {
  if (owner !== undefined && fingerprint === undefined) return { owner };
  if (fingerprint !== undefined && owner === undefined) return { fingerprint };
  throw validationFailed('Send exactly one of owner and fingerprint.');
}

function readEnd(until: string | undefined, now: Date): Date | undefined {
  if (until === undefined) return undefined;
  const end = new Date(until);
  // The format date-time allows what is no time, such as a leap second.
  if (Number.isNaN(end.getTime())) throw validationFailed(`until is ${until}, which is no time.`);
  if (end <= now) throw validationFailed(`until is ${until}, but must be in the future.`);
  return end;
}

function rejectMembers(body: Request, names: readonly string[]): void {
  const extra = names.find((name) => Reflect.get(body, name) !== undefined);
  if (extra !== undefined) throw validationFailed(`The action ${body.action} takes no ${extra}. Leave it out.`);
}
