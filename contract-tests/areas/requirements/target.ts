import type { operations as BackendOperations } from '../../../generated/backend/types.ts';
import type { operations as ForumOperations } from '../../../generated/forum/types.ts';
import type { operations as NotificationsOperations } from '../../../generated/notifications/types.ts';
import type { operations as SsoOperations } from '../../../generated/sso/types.ts';
import type * as accessTokenEntry from '../../../src/client/entries/access-token.ts';
import type * as dpopEntry from '../../../src/client/entries/dpop.ts';
import type * as forumEntry from '../../../src/client/entries/forum.ts';
import type * as httpSignaturesEntry from '../../../src/client/entries/http-signatures.ts';
import type * as bridgeEntry from '../../../src/client/entries/miniapp-bridge.ts';
import type * as hooksEntry from '../../../src/client/entries/miniapp-react.ts';
import type * as ssoClientEntry from '../../../src/client/entries/sso-client.ts';
import type * as ssoReactEntry from '../../../src/client/entries/sso-react.ts';
import type * as ssoEntry from '../../../src/client/entries/sso.ts';
import type * as testingEntry from '../../../src/client/entries/testing.ts';
import type * as webhooksEntry from '../../../src/client/entries/webhooks.ts';
import type { Area } from '../../../src/typed-contract/areas.ts';

/** The commands of the agent identity toolkit, by executable. */
export const toolkitCommands = {
  'agent-id-core': [
    'accept',
    'anchor',
    'auth',
    'backup',
    'bind',
    'bootstrap',
    'delegate',
    'delegations',
    'doctor',
    'export-proof',
    'init',
    'passphrase',
    'refresh',
    'restore',
    'rotate',
    'setup-owner-session',
    'sign',
    'status',
    'verify',
  ],
  'agent-id-git': ['commit', 'hook', 'setup', 'sync', 'verify'],
  'agent-id-vault': ['exec', 'export', 'get', 'import', 'list', 'remove', 'store'],
  'agent-id-auth': ['call', 'capabilities', 'discover', 'header', 'support'],
  'agent-id-mcp': ['serve'],
} as const;

export type Executable = keyof typeof toolkitCommands;

/** An operation or webhook of a contract, `<area>.<operationId>`. */
export type OperationTarget =
  | `sso.${keyof SsoOperations}`
  | `forum.${keyof ForumOperations}`
  | `backend.${keyof BackendOperations}`
  | `notifications.${keyof NotificationsOperations}`;

/** A command of the toolkit, `<executable> <command>`. */
export type CommandTarget = { [Name in Executable]: `${Name} ${(typeof toolkitCommands)[Name][number]}` }[Executable];

/** An export of the client package, or a method of its SsoClient, `<entry>:<name>`. */
export type ClientTarget =
  | `sso-client:${keyof typeof ssoClientEntry | keyof ssoClientEntry.SsoClient}`
  | `sso-react:${keyof typeof ssoReactEntry}`
  | `access-token:${keyof typeof accessTokenEntry}`
  | `dpop:${keyof typeof dpopEntry}`
  | `http-signatures:${keyof typeof httpSignaturesEntry}`
  | `sso:${keyof typeof ssoEntry}`
  | `forum:${keyof typeof forumEntry}`
  | `testing:${keyof typeof testingEntry}`
  | `miniapp-bridge:${keyof typeof bridgeEntry}`
  | `miniapp-react:${keyof typeof hooksEntry}`
  | `webhooks:${keyof typeof webhooksEntry}`;

/** What serves a requirement. A whole area or executable serves what holds for all its operations or commands. */
export type Target = OperationTarget | CommandTarget | ClientTarget | Area | Executable;
