import type { ApprovalReceipt } from '../../../protocol/approval-receipt.ts';
import { isJsonObject } from '../../../protocol/json-object.ts';
import { isolatedText } from '../../../protocol/terminal-text.ts';
import { findText, formatTime, translated } from './language.ts';
import { ownSentence } from './request-details.ts';
import type { ReceiptVerifier } from './modules/verify-receipt.ts';
import { element, onSubmit, runAction, showScreen } from './screen.ts';
import { bodyOf, sso } from './sso.ts';

/**
 * Runs the page that verifies receipts. The receipt stays in the page: it may follow `#` in the address, which browsers
 * do not send.
 *
 * @param module address of the verifier
 * @param issuer of the receipts
 */
export function runReceipt(module: string, issuer: string): void {
  const input = element('textarea', {
    id: 'receipt',
    rows: '6',
    required: true,
    spellcheck: 'false',
    autocomplete: 'off',
    autocapitalize: 'none',
  });
  input.value = location.hash.slice(1);
  const result = element('section', { 'aria-live': 'polite' });
  const verify = async (): Promise<void> => {
    const receipt = input.value.trim();
    const { verifyReceipt }: ReceiptVerifier = await import(module);
    const { keys } = await bodyOf(sso.getJwksHistory());
    const verified = await verifyReceipt(receipt, issuer, keys);
    result.replaceChildren(...(typeof verified === 'string' ? refusal(verified) : facts(verified)));
  };
  const form = element(
    'form',
    { class: 'fields' },
    element('label', { for: input.id }, translated('receiptLabel')),
    input,
    element(
      'div',
      { class: 'actions' },
      element('button', { type: 'submit', class: 'button primary' }, translated('receiptVerify')),
    ),
  );
  onSubmit(form, verify);
  showScreen(element('h1', {}, translated('receiptTitle')), element('p', {}, translated('receiptText')), form, result);
  if (input.value !== '') void runAction(verify);
}

function refusal(code: string): readonly HTMLElement[] {
  const reason = findText(`receipt_${code}`) ?? translated('receiptOther');
  return [
    element('h2', {}, translated('receiptRefused')),
    element('p', { class: 'notice' }, reason, ' ', element('code', {}, code)),
  ];
}

function facts(receipt: ApprovalReceipt): readonly HTMLElement[] {
  const { decision, decidedBy, decidedAt, sub, clientId, requestDigest, authorizationDetails } = receipt;
  const row = (name: string, ...value: readonly (Node | string)[]) => [
    element('dt', {}, name),
    element('dd', {}, ...value),
  ];
  const code = (text: string) => element('code', {}, text);
  const outcome = { approved: 'approved', rejected: 'declined', expired: 'expired' } as const;
  return [
    element('h2', {}, translated('receiptGenuine')),
    element(
      'dl',
      { class: 'details' },
      ...row(translated('receiptDecision'), element('strong', {}, translated(outcome[decision]))),
      ...row(translated('receiptDecidedBy'), translated(`receiptBy_${decidedBy}`)),
      ...row(translated('receiptTime'), formatTime(new Date(decidedAt * 1000).toISOString())),
      ...sentencesIn(receipt).flatMap((sentence) => row(translated('inOwnWords'), element('bdi', {}, sentence))),
      ...authorizationDetails.flatMap((detail) =>
        Object.entries(detail).flatMap(([name, value]) =>
          row(isolatedText(name), element('bdi', {}, typeof value === 'string' ? value : JSON.stringify(value))),
        ),
      ),
      ...row(translated('receiptPerson'), code(sub)),
      ...row(translated('application'), code(clientId)),
      ...row(translated('receiptDigest'), code(requestDigest)),
    ),
  ];
}

/** Returns what details of registered types asked. */
function sentencesIn({ claims }: ApprovalReceipt): readonly string[] {
  const { detail_sentences: sentences } = claims;
  const shown = Array.isArray(sentences) ? sentences.filter(isJsonObject).map(ownSentence) : [];
  return shown.filter((sentence) => sentence !== '');
}
