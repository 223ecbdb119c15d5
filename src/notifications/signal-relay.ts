import type { Kysely } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Database } from '../runtime/database.ts';
import type { NotificationsDatabase } from './database.ts';
import { createSignals, type Signal, type Signals } from './signals.ts';
import { maxNoticeBytes, noticeChannel, sayNotice } from './store/notices.ts';

/** Signals of so many milliseconds go out together: PostgreSQL lines up transactions that notify. */
const gatherMs = 20;

export interface RelayParts {
  readonly database: Database;
  readonly newId: () => string;
  readonly log: Pick<BaseLogger, 'warn'>;
}

export interface RelayedSignals {
  readonly signals: Signals;
  readonly stop: () => Promise<void>;
}

interface Notice {
  readonly from: string;
  readonly signals: readonly Signal[];
}

/** Signals that every process on the database hears, where there can be more than one. */
export function createRelayedSignals({ database, newId, log }: RelayParts): RelayedSignals {
  if (database.engine === 'embedded') return { signals: createSignals(), stop: () => Promise.resolve() };
  const db: Kysely<NotificationsDatabase> = database.as();
  const self = newId();
  let gathered = new Map<string, Signal>();
  let timer: NodeJS.Timeout | undefined;

  const say = (): void => {
    timer = undefined;
    const notice: Notice = { from: self, signals: [...gathered.values()] };
    gathered = new Map();
    const text = JSON.stringify(notice);
    // Too many at once to name: those who wait find their work by polling.
    if (Buffer.byteLength(text) > maxNoticeBytes) return;
    sayNotice(db, text).catch((error: unknown) => log.warn({ err: error }, 'other processes were not woken'));
  };
  const signals = createSignals((signal) => {
    gathered.set(`${signal.topic} ${signal.value ?? ''}`, signal);
    timer ??= setTimeout(say, gatherMs);
  });
  const listening = database.listen(noticeChannel, (text) => {
    const notice: Notice = JSON.parse(text);
    if (notice.from !== self) for (const signal of notice.signals) signals.receive(signal);
  });

  return {
    signals,
    stop: async () => {
      clearTimeout(timer);
      await listening.stop();
    },
  };
}
