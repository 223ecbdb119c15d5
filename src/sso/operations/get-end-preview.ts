import { deviceAuthenticator, passkeyAuthenticator } from '../authenticator.ts';
import { invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { uuidPattern } from '../../runtime/ids.ts';
import { requireOwner } from '../require-owner.ts';
import type { SessionNode } from '../store/session-tree.ts';

/** Counts what an action of the caller would end. */
export const getEndPreview: SsoHandler<'getEndPreview'> = async ({ query, caller, sessionTree, now, respond }) => {
  const sub = requireOwner(caller);
  return respond(200, await sessionTree.preview(nodeOf(query, sub), sub, now()));
};

type Query = Parameters<SsoHandler<'getEndPreview'>>[0]['query'];

function nodeOf({ kind, id, disconnectApproved: approved = false }: Query, sub: string): SessionNode {
  switch (kind) {
    case 'owner':
      return { kind: 'owner', sub };
    case 'browser_sessions':
      return { kind: 'browsers', sub };
  }
  if (id === undefined) throw invalidOauthRequest(`id is missing: the kind ${kind} needs it.`);
  switch (kind) {
    case 'passkey':
      return { kind: 'authenticator', sub, id: passkeyAuthenticator(id), approved };
    case 'device':
      return { kind: 'authenticator', sub, id: deviceAuthenticator(id), approved };
    case 'key':
      return { kind: 'key', sub, jkt: id };
    case 'client':
      return { kind: 'client', sub, address: id };
    case 'browser_session':
      return { kind: 'browser', sub, id: uuid(id) };
    case 'session':
      return { kind: 'session', sub, id: uuid(id) };
  }
}

function uuid(id: string): string {
  if (!uuidPattern.test(id)) throw invalidOauthRequest('id is no UUID, which the kind needs.');
  return id;
}
