import type { Mandate, MandatePage, RequestBudget } from '../../../../generated/sso/types.ts';
import { formatTime, translated } from './language.ts';
import { actionButton, element, onSubmit } from './screen.ts';
import { shownAmount } from './request-details.ts';
import { bodyOf, deleted, sso } from './sso.ts';

/** Renders what agents may do without asking, each with a button that revokes it. */
export function mandates(first: MandatePage): HTMLElement {
  const list = element('ul', { class: 'list', 'aria-label': translated('mandates') });
  const empty = element('p', { class: 'empty' }, translated('noMandates'));
  const section = element('div', {}, list, empty);
  const refresh = () => (empty.hidden = list.childElementCount > 0);
  const add = ({ mandates: more, nextCursor }: MandatePage): void => {
    list.append(...more.map((mandate) => entry(mandate, refresh)));
    refresh();
    if (nextCursor === null) return;
    const older = actionButton(translated('showOlderMandates'), 'plain', async () => {
      const page = await bodyOf(sso.listMandates({ query: { limit: 100, cursor: nextCursor } }));
      older.remove();
      add(page);
    });
    section.append(older);
  };
  add(first);
  return section;
}

function entry(mandate: Mandate, gone: () => void): HTMLElement {
  const { mandateId, applicationName, createdAt, endsAt } = mandate;
  const what = subject(mandate);
  const revoke = actionButton(translated('revoke'), 'plain', async () => {
    await deleted(sso.revokeMandate({ path: { mandateId } }));
    item.remove();
    gone();
  });
  revoke.setAttribute('aria-label', translated('revokeMandate', { what, name: applicationName }));
  const item = element(
    'li',
    { class: 'connection' },
    element(
      'div',
      {},
      element('strong', { dir: 'auto' }, what),
      element('small', { dir: 'auto' }, applicationName),
      element('small', {}, limits(mandate)),
      element('small', {}, translated('mandateTimes', { from: formatTime(createdAt), until: formatTime(endsAt) })),
    ),
    element('div', { class: 'actions' }, revoke),
  );
  return item;
}

function subject({ authorizationDetail: detail }: Mandate): string {
  switch (detail.type) {
    case 'payment':
      return translated('mandatePays', { payee: detail.payee });
    case 'action':
      return translated('requestAction', { action: detail.action, target: detail.target });
    case 'delegation':
      return detail.scope;
  }
}

function limits({ authorizationDetail: detail, period, limit, used }: Mandate): string {
  const text = (amount: string) => (detail.type === 'payment' ? shownAmount(amount, detail.token) : amount);
  return translated(`mandateLimit_${period}`, { limit: text(limit), used: text(used) });
}

/** Renders the form for how often an agent may ask. @param saved runs after a change */
export function budgetForm({ perHour, perDay }: RequestBudget, saved: () => Promise<void>): HTMLElement {
  const [hour, day] = [countField('budget-hour', perHour), countField('budget-day', perDay)];
  const form = element(
    'form',
    { class: 'fields' },
    element('label', { for: hour.id }, translated('budgetPerHour')),
    hour,
    element('label', { for: day.id }, translated('budgetPerDay')),
    day,
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'button primary' }, translated('saveBudget')),
    ),
  );
  const store = async (): Promise<void> => {
    const body = { perHour: hour.valueAsNumber, perDay: day.valueAsNumber };
    await bodyOf(sso.setRequestBudget({ body }));
    await saved();
  };
  onSubmit(form, store, form);
  return form;
}

const countField = (id: string, value: number): HTMLInputElement =>
  element('input', { id, type: 'number', required: true, min: '0', max: '1000', step: '1', value: String(value) });
