import { createPrivateKey, type KeyObject } from 'node:crypto';
import type { components } from '../../../generated/notifications/types.ts';
import type { MasterKey } from '../../runtime/start/master-key.ts';
import type { MobileTransport, NotificationsDatabase } from '../database.ts';
import type { Kysely } from 'kysely';

export const pushCredentialsPurpose = 'push credentials';

export type ApnsCredentials = components['schemas']['SetApnsCredentialsRequest'];
export type FcmCredentials = components['schemas']['SetFcmCredentialsRequest'];
export type PushCredentials = ApnsCredentials | FcmCredentials;
type CredentialsOf<Transport extends MobileTransport> = Extract<PushCredentials, { readonly transport: Transport }>;

/** Time for which a process uses credentials without looking whether they were replaced, milliseconds. */
const keptMs = 5_000;

/** The credentials of this service at Apple and Google. An object stands for one set of them: it changes with a rotation. */
export type PushCredentialsKeyring = ReturnType<typeof createPushCredentialsKeyring>;

export function createPushCredentialsKeyring(store: PushCredentialsStore, masterKey: MasterKey) {
  interface Opened {
    readonly until: number;
    readonly sealed: string | undefined;
    readonly credentials: PushCredentials | undefined;
  }
  const opened = new Map<MobileTransport, Promise<Opened>>();

  const open = async (transport: MobileTransport, former: Opened | undefined): Promise<Opened> => {
    const sealed = await store.find(transport);
    const until = performance.now() + keptMs;
    if (former && former.sealed === sealed) return { ...former, until };
    const credentials: PushCredentials | undefined =
      sealed === undefined
        ? undefined
        : JSON.parse(Buffer.from(masterKey.open(sealed, pushCredentialsPurpose)).toString());
    return { until, sealed, credentials };
  };

  return {
    /** @returns undefined when none were set */
    find: async <Transport extends MobileTransport>(
      transport: Transport,
    ): Promise<CredentialsOf<Transport> | undefined> => {
      const current = await opened.get(transport)?.catch(() => undefined);
      let next = opened.get(transport);
      if (next === undefined || current === undefined || current.until <= performance.now()) {
        next = open(transport, current);
        opened.set(transport, next);
      }
      const { credentials } = await next;
      return isOf(transport, credentials) ? credentials : undefined;
    },
    set: async (credentials: PushCredentials, at: Date) => {
      const { transport } = credentials;
      await store.set(transport, masterKey.seal(Buffer.from(JSON.stringify(credentials)), pushCredentialsPurpose), at);
      opened.delete(transport);
    },
  };
}

const isOf = <Transport extends MobileTransport>(
  transport: Transport,
  credentials: PushCredentials | undefined,
): credentials is CredentialsOf<Transport> => credentials?.transport === transport;

/** Parses a private key for a transport. @returns undefined for another kind of key, and for other text */
export function parsePushKey({ transport, privateKey }: PushCredentials): KeyObject | undefined {
  try {
    const key = createPrivateKey(privateKey);
    const { asymmetricKeyType: type, asymmetricKeyDetails: details } = key;
    const fits =
      transport === 'apns'
        ? type === 'ec' && details?.namedCurve === 'prime256v1'
        : type === 'rsa' && (details?.modulusLength ?? 0) >= 2048;
    return fits ? key : undefined;
  } catch {
    return undefined;
  }
}

type PushCredentialsStore = ReturnType<typeof createPushCredentialsStore>;

export function createPushCredentialsStore(db: Kysely<NotificationsDatabase>) {
  return {
    /** @returns the sealed credentials; undefined when none were set */
    async find(transport: MobileTransport): Promise<string | undefined> {
      const row = await db
        .selectFrom('notifications.push_credentials')
        .select('sealed_credentials')
        .where('transport', '=', transport)
        .executeTakeFirst();
      return row?.sealed_credentials;
    },

    async set(transport: MobileTransport, sealed: string, at: Date): Promise<void> {
      await db
        .insertInto('notifications.push_credentials')
        .values({ transport, sealed_credentials: sealed, updated_at: at })
        .onConflict((conflict) =>
          conflict.column('transport').doUpdateSet({ sealed_credentials: sealed, updated_at: at }),
        )
        .execute();
    },
  };
}
