import { type Kysely, sql } from 'kysely';
import { newestFirst } from '../../runtime/database/queries.ts';
import type { PageRequest } from '../../runtime/http/page.ts';
import type { NotificationsDatabase } from '../database.ts';
import { addRecipientApp, appsOfRecipient } from '../apps/route-store.ts';
import { dropWaitingNotifications, type NotificationsStoreDependencies } from '../sends/status-store.ts';

type ConsentStatus = 'granted' | 'denied';

interface Consent {
  readonly appId: string;
  readonly appName: string;
  readonly status: ConsentStatus;
  readonly updatedAt: Date;
}

interface AppRecipient {
  readonly appId: string;
  readonly sessionAddress: string;
}

interface ConsentsAfter extends PageRequest {
  readonly sessionAddress: string;
}

/** Result of a permission request. */
type PermissionRequestResult =
  | { readonly status: 'granted' }
  | { readonly status: 'prompt' }
  | { readonly status: 'rate_limited'; readonly nextPromptAt: Date };

export function createConsentStore(
  db: Kysely<NotificationsDatabase>,
  { now, newId, traceparent, countStatus }: NotificationsStoreDependencies,
) {
  const find = async ({ appId, sessionAddress }: AppRecipient, on = db): Promise<ConsentStatus | undefined> => {
    const consent = await on
      .selectFrom('notifications.consents')
      .select('status')
      .where('app_id', '=', appId)
      .where('session_address', '=', sessionAddress)
      .executeTakeFirst();
    return consent?.status;
  };

  return {
    /** @returns undefined when no consent is recorded */
    find: (pair: AppRecipient) => find(pair),

    /** Records a consent; `denied` drops the pushes that wait. @returns the time of the record */
    async set({ appId, sessionAddress, status }: AppRecipient & { readonly status: ConsentStatus }): Promise<Date> {
      return db.transaction().execute(async (trx) => {
        const at = now();
        await trx
          .insertInto('notifications.consents')
          .values({ app_id: appId, session_address: sessionAddress, status, updated_at: at })
          .onConflict((conflict) =>
            conflict.columns(['app_id', 'session_address']).doUpdateSet({ status, updated_at: at }),
          )
          .execute();
        await addRecipientApp(trx, { sessionAddress, appId });
        if (status === 'denied')
          await dropWaitingNotifications(
            trx,
            { appId, sessionAddress },
            { at, newId, traceparent: traceparent(), countStatus },
          );
        return at;
      });
    },

    /** Lists the person's consents, latest change first. */
    async list({ sessionAddress, after, limit }: ConsentsAfter): Promise<Consent[]> {
      const appIds = await appsOfRecipient(db, sessionAddress);
      if (appIds.length === 0) return [];
      return db
        .selectFrom('notifications.consents as consent')
        .innerJoin('notifications.apps as app', 'app.id', 'consent.app_id')
        .select(['app.id as appId', 'app.name as appName', 'consent.status', 'consent.updated_at as updatedAt'])
        .where(sql<boolean>`consent.app_id = any(${appIds}::uuid[])`)
        .where('consent.session_address', '=', sessionAddress)
        .where('app.deleted_at', 'is', null)
        .$call(newestFirst('consent.updated_at', 'consent.app_id', { limit, after }))
        .execute();
    },

    /** Consumes one prompt of the budget, unless consent is granted or the budget is exhausted. */
    async requestPrompt({ appId, sessionAddress }: AppRecipient): Promise<PermissionRequestResult> {
      return db.transaction().execute(async (trx) => {
        if ((await find({ appId, sessionAddress }, trx)) === 'granted') return { status: 'granted' };
        // Inserts or locks the row: it serializes prompts of one app and recipient.
        const budget = await trx
          .insertInto('notifications.prompt_budgets')
          .values({ app_id: appId, session_address: sessionAddress, shown: '[]', last_shown_at: now() })
          .onConflict((conflict) =>
            conflict
              .columns(['app_id', 'session_address'])
              .doUpdateSet((eb) => ({ shown: eb.ref('notifications.prompt_budgets.shown') })),
          )
          .returning('shown')
          .executeTakeFirstOrThrow();
        const at = now();
        const decision = decidePrompt(budget.shown, at);
        if (!decision.allowed) return { status: 'rate_limited', nextPromptAt: decision.nextPromptAt };
        await trx
          .updateTable('notifications.prompt_budgets')
          .set({ shown: JSON.stringify(decision.shown), last_shown_at: at })
          .where('app_id', '=', appId)
          .where('session_address', '=', sessionAddress)
          .execute();
        return { status: 'prompt' };
      });
    },
  };
}

/** Maximum number of prompts of one app to one person within the window. */
const maxPrompts = 3;

/** Length of the rolling window, milliseconds. */
export const promptWindowMs = 24 * 60 * 60 * 1000;

type PromptDecision =
  /** `shown`: times to store, Unix milliseconds. */
  | { readonly allowed: true; readonly shown: readonly number[] }
  | { readonly allowed: false; readonly nextPromptAt: Date };

/** Decides on a permission prompt: at most 3 in any 24 hours per (session address, app). */
export function decidePrompt(shown: readonly number[], now: Date): PromptDecision {
  const recent = shown.filter((time) => now.getTime() - time < promptWindowMs).sort((a, b) => a - b);
  const oldestCounted = recent.at(-maxPrompts);
  if (oldestCounted === undefined) return { allowed: true, shown: [...recent, now.getTime()] };
  return { allowed: false, nextPromptAt: new Date(oldestCounted + promptWindowMs) };
}
