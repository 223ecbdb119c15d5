import type { ListResourcesResult, ResourceTemplateType } from '@modelcontextprotocol/server';
import type { CallOperation } from '../../runtime/operation-calls.ts';

const mimeType = 'application/json';

export const resourceTemplates: ResourceTemplateType[] = [
  {
    name: 'post',
    title: 'Post',
    description: 'One post without its comments.',
    uriTemplate: 'forum://posts/{id}',
    mimeType,
  },
  {
    name: 'thread',
    title: 'Thread',
    description: 'A post with its comment tree, best comments first.',
    uriTemplate: 'forum://threads/{id}',
    mimeType,
  },
];

interface ListedPosts {
  readonly posts: readonly { readonly id: string; readonly title: string; readonly createdAt: string }[];
  readonly nextCursor: string | null;
}

const none = { path: {}, query: {}, headers: {}, body: undefined };

/** Lists the newest posts. @throws DomainError for a wrong cursor */
export async function listPostResources(call: CallOperation, cursor: string | undefined): Promise<ListResourcesResult> {
  const query = { sort: 'new', limit: 20, ...(cursor !== undefined && { cursor }) };
  const { body } = await call('listPosts', { ...none, query });
  const { posts, nextCursor } = body as ListedPosts;
  return {
    resources: posts.map(({ id, title, createdAt }) => ({
      uri: `forum://posts/${id}`,
      name: id,
      title,
      mimeType,
      annotations: { lastModified: createdAt },
    })),
    ...(nextCursor !== null && { nextCursor }),
  };
}

const resource = /^forum:\/\/(posts|threads)\/([0-9a-f-]{36})$/;

/**
 * Reads a post or a thread through the operation getPost.
 *
 * @returns its JSON; undefined for a URI of another form
 * @throws DomainError when there is no such post
 */
export async function readPostResource(call: CallOperation, uri: string): Promise<string | undefined> {
  const [, kind, id] = resource.exec(uri) ?? [];
  if (kind === undefined) return undefined;
  const { body } = await call('getPost', { ...none, path: { id } });
  return JSON.stringify(kind === 'threads' ? body : { post: (body as { readonly post: object }).post });
}

export const resourceMimeType = mimeType;
