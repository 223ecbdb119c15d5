import type {
  CreateMandateRequest,
  DecisionRequest,
  MandatePeriod,
  OwnDetail,
} from '../../../../generated/sso/types.ts';
import { beginOfDay, dayOf, translated } from './language.ts';
import { confirmWithPasskey } from './passkey.ts';
import { askerName, isOwnDetail, shownAmount, type ShownRequest } from './request-details.ts';
import { actionButton, element } from './screen.ts';
import { bodyOf, sso } from './sso.ts';
import { parseAmount, tokenUnits } from '../../../protocol/token-amount.ts';

const periods: readonly MandatePeriod[] = ['day', 'week', 'month', 'once'];
const day = 86_400_000;
const usualDays = 30;
const mostDays = 365;
/** How often an action may be repeated, unless the person says another number. */
const usualCount = '10';

type MandateDetail = Extract<OwnDetail, { type: 'payment' | 'action' }>;

/** Returns what a mandate would be about; undefined when the person has to decide each request. */
function mandateDetail({ authorizationDetails: [detail, ...more] }: ShownRequest): MandateDetail | undefined {
  if (detail === undefined || !isOwnDetail(detail) || more.length > 0) return undefined;
  return detail.type === 'payment' || detail.type === 'action' ? detail : undefined;
}

const mayHaveMandate = (request: ShownRequest): boolean => mandateDetail(request) !== undefined;

/** Asks up to which limit an agent may go on without asking. @returns undefined when the person cancels */
function askForMandate(request: ShownRequest): Promise<CreateMandateRequest | undefined> {
  const detail = mandateDetail(request);
  if (detail === undefined) return Promise.resolve(undefined);
  const { label, usual, text, parse, least } = limitOf(detail, askerName(request));
  const limit = element('input', { id: 'mandate-limit', required: true, inputmode: 'decimal', value: usual });
  const check = (): void =>
    limit.setCustomValidity(
      isAtLeast(parse(limit.value), least.value) ? '' : translated('mandateLimitHint', { least: least.text }),
    );
  limit.addEventListener('input', check);
  const period = element(
    'select',
    { id: 'mandate-period' },
    ...periods.map((value) => element('option', { value }, translated(`mandatePeriod_${value}`))),
  );
  const dateIn = (days: number) => dayOf(new Date(Date.now() + days * day));
  const ends = element('input', {
    id: 'mandate-ends',
    type: 'date',
    required: true,
    min: dateIn(1),
    max: dateIn(mostDays),
    value: dateIn(usualDays),
  });
  const cancel = element(
    'button',
    { type: 'submit', value: '', formnovalidate: true, class: 'button plain' },
    translated('cancel'),
  );
  const allow = element(
    'button',
    { type: 'submit', value: 'allow', class: 'button approve' },
    translated('mandateAllow'),
  );
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'mandate-title' },
    element(
      'form',
      { method: 'dialog', class: 'fields' },
      element('h2', { id: 'mandate-title' }, translated('mandateTitle')),
      element('p', { dir: 'auto' }, text),
      element('label', { for: limit.id }, label),
      limit,
      element('label', { for: period.id }, translated('mandatePeriod')),
      period,
      element('label', { for: ends.id }, translated('mandateEnds')),
      ends,
      // The first submit button is the one that Enter presses.
      element('div', { class: 'actions reversed' }, allow, cancel),
    ),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      const amount = parse(limit.value);
      const chosen = periods.find((one) => one === period.value);
      const endsAt = beginOfDay(ends);
      if (dialog.returnValue !== 'allow' || amount === undefined || chosen === undefined || endsAt === undefined)
        return resolve(undefined);
      resolve({ limit: amount, period: chosen, endsAt });
    });
    dialog.showModal();
    limit.select();
  });
}

const isAtLeast = (amount: string | undefined, least: string): boolean =>
  amount !== undefined && BigInt(amount) >= BigInt(least);

interface Limit {
  readonly label: string;
  readonly usual: string;
  readonly text: string;
  /** @returns the limit as the contract has it; undefined for other text */
  readonly parse: (text: string) => string | undefined;
  /** What this request takes from the limit. */
  readonly least: { readonly value: string; readonly text: string };
}

function limitOf(detail: MandateDetail, name: string): Limit {
  if (detail.type === 'action') {
    const { action, target } = detail;
    return {
      label: translated('mandateCount'),
      usual: usualCount,
      text: translated('mandateAction', { name, action, target }),
      parse: (text) => parseAmount(text, ''),
      least: { value: '1', text: '1' },
    };
  }
  const { token, payee, amount } = detail;
  return {
    label: translated('mandateAmount', { token }),
    usual: tokenUnits(amount, token),
    text: translated('mandatePayment', { name, payee, token }),
    parse: (text) => parseAmount(text, token),
    least: { value: amount, text: shownAmount(amount, token) },
  };
}

interface DecisionButtons {
  readonly decline: HTMLButtonElement;
  readonly approve: HTMLButtonElement;
  /** Decide about later requests as well. */
  readonly lasting: readonly HTMLButtonElement[];
}

/**
 * Creates the buttons that decide a request of an agent.
 *
 * @param decided runs after the decision, here or concurrently on another device
 */
export function decisionButtons(request: ShownRequest, decided: () => Promise<void>): DecisionButtons {
  const decide = async (decision: Pick<DecisionRequest, 'decision' | 'mandate' | 'quietToday'>): Promise<void> => {
    const { requestId, client, agent } = request;
    const assertion =
      decision.decision === 'approve' ? await confirmWithPasskey({ action: 'approve_request', requestId }) : undefined;
    const response = await sso.decideAuthorizationRequest({
      path: { requestId },
      body: { ...decision, clientId: client.clientId, dpopJkt: agent.jkt, ...(assertion && { assertion }) },
    });
    // 409: decided on another device. 410: too late.
    if (response.status !== 409 && response.status !== 410) await bodyOf(response);
    await decided();
  };
  const always = async (): Promise<void> => {
    const mandate: CreateMandateRequest | undefined = await askForMandate(request);
    if (mandate !== undefined) await decide({ decision: 'approve', mandate });
  };
  const quiet = () => decide({ decision: 'reject', quietToday: true });
  return {
    decline: actionButton(translated('decline'), 'decline', () => decide({ decision: 'reject' })),
    approve: actionButton(translated('approve'), 'approve', () => decide({ decision: 'approve' })),
    lasting: [
      ...(mayHaveMandate(request) ? [actionButton(translated('alwaysUpTo'), 'plain', always)] : []),
      actionButton(translated('notAgainToday'), 'plain', quiet),
    ],
  };
}
