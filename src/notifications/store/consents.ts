import type { Kysely } from 'kysely';
import type { PagePosition } from '../../runtime/page.ts';
import type { NotificationsDatabase } from '../database.ts';
import { decidePrompt } from '../prompt-budget.ts';
import { settleAll } from './settle.ts';

export type ConsentStatus = 'granted' | 'denied';

export interface Consent {
  readonly appId: string;
  readonly appName: string;
  readonly status: ConsentStatus;
  readonly updatedAt: Date;
}

export interface Pair {
  readonly appId: string;
  readonly sessionAddress: string;
}

export interface ConsentDecision extends Pair {
  readonly status: ConsentStatus;
}

export interface ConsentsAfter {
  readonly sessionAddress: string;
  readonly after: PagePosition | undefined;
  readonly limit: number;
}

/** What the host may do when an app asks for permission. */
export type PromptAnswer =
  | { readonly status: 'granted' }
  | { readonly status: 'prompt' }
  | { readonly status: 'rate_limited'; readonly nextPromptAt: Date };

export interface ConsentTools {
  readonly now: () => Date;
  readonly newId: () => string;
  readonly traceparent: () => string | null;
}

export type ConsentStore = ReturnType<typeof createConsentStore>;

export function createConsentStore(db: Kysely<NotificationsDatabase>, { now, newId, traceparent }: ConsentTools) {
  const find = async ({ appId, sessionAddress }: Pair, on = db): Promise<ConsentStatus | undefined> => {
    const consent = await on
      .selectFrom('notifications.consents')
      .select('status')
      .where('app_id', '=', appId)
      .where('session_address', '=', sessionAddress)
      .executeTakeFirst();
    return consent?.status;
  };

  return {
    /** Undefined when the person was never asked. */
    find: (pair: Pair) => find(pair),

    /** Records an answer; pushes that still wait after `denied` are dropped with it. @returns when it was recorded. */
    async put({ appId, sessionAddress, status }: ConsentDecision): Promise<Date> {
      return db.transaction().execute(async (trx) => {
        const at = now();
        await trx
          .insertInto('notifications.consents')
          .values({ app_id: appId, session_address: sessionAddress, status, updated_at: at })
          .onConflict((conflict) =>
            conflict.columns(['app_id', 'session_address']).doUpdateSet({ status, updated_at: at }),
          )
          .execute();
        if (status === 'denied')
          await settleAll(trx, { appId, sessionAddress }, { at, newId, traceparent: traceparent() });
        return at;
      });
    },

    /** The latest change first. */
    async list({ sessionAddress, after, limit }: ConsentsAfter): Promise<Consent[]> {
      return db
        .selectFrom('notifications.consents as consent')
        .innerJoin('notifications.apps as app', 'app.id', 'consent.app_id')
        .select(['app.id as appId', 'app.name as appName', 'consent.status', 'consent.updated_at as updatedAt'])
        .where('consent.session_address', '=', sessionAddress)
        .$if(after !== undefined, (query) =>
          query.where((eb) =>
            eb(
              eb.refTuple('consent.updated_at', 'consent.app_id'),
              '<',
              eb.tuple(after?.at ?? new Date(0), after?.id ?? ''),
            ),
          ),
        )
        .orderBy('consent.updated_at', 'desc')
        .orderBy('consent.app_id', 'desc')
        .limit(limit)
        .execute();
    },

    /** Takes one prompt out of the pair's budget, unless consent is granted already or the budget is used up. */
    async requestPrompt({ appId, sessionAddress }: Pair): Promise<PromptAnswer> {
      return db.transaction().execute(async (trx) => {
        if ((await find({ appId, sessionAddress }, trx)) === 'granted') return { status: 'granted' };
        // Makes the row, or locks the one that is there: prompts of one pair come one after the other.
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
