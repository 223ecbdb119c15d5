import type { AuthorizationDetail, DetailSentences, OwnDetail, OwnerRequest } from '../../../../generated/sso/types.ts';
import { currentLanguage, formatCountdown, formatTime, placeName, translated } from './language.ts';
import { element } from './screen.ts';
import { amountText, isKnownToken } from '../../../protocol/token-amount.ts';

/** Renders the time until a request expires, counted down while it is shown. */
export function timeLeft(expiresAt: string): HTMLElement {
  const left = element('span', { class: 'countdown', role: 'timer', 'aria-live': 'off' });
  const tick = (): void => {
    left.textContent = translated('expiresIn', { time: formatCountdown(Date.parse(expiresAt) - Date.now()) });
  };
  const repeat = (): void => {
    tick();
    if (left.isConnected) setTimeout(repeat, 1000);
  };
  tick();
  // The caller adds the element to the page first.
  setTimeout(repeat, 1000);
  return left;
}

/** What the page shows of a request of an agent. */
export type ShownRequest = Pick<
  OwnerRequest,
  | 'requestId'
  | 'client'
  | 'agent'
  | 'bindingMessage'
  | 'authorizationDetails'
  | 'detailSentences'
  | 'place'
  | 'createdAt'
  | 'expiresAt'
  | 'state'
>;

/** The agent by its own name, or the application. */
export const askerName = ({ agent, client }: Pick<ShownRequest, 'agent' | 'client'>): string =>
  agent.name ?? client.name;

export const requestTitle = (request: ShownRequest): string => translated('requestOf', { name: askerName(request) });

/** Renders who asks, for what, from where, and how long. */
export function requestLines(request: ShownRequest): readonly (HTMLElement | undefined)[] {
  const { client, bindingMessage, place, createdAt, expiresAt, state } = request;
  return [
    element('small', { dir: 'auto' }, applicationIcon(client.iconUrl), client.name),
    ...detailTexts(request)
      .flat()
      .map((text) => element('p', { dir: 'auto' }, text)),
    bindingMessage === null
      ? undefined
      : element('small', { dir: 'auto' }, translated('requestSays', { message: bindingMessage })),
    element('small', {}, translated('timeAndPlace', { time: formatTime(createdAt), place: placeName(place) })),
    state === 'pending' ? element('small', {}, timeLeft(expiresAt)) : undefined,
  ];
}

/** Returns who asks, for what and from where, as a notification shows it: a line each. */
export const requestText = (request: ShownRequest): string =>
  [
    ...detailTexts(request).flat(),
    ...(request.bindingMessage === null ? [] : [translated('requestSays', { message: request.bindingMessage })]),
    placeName(request.place),
  ].join('\n');

/** Returns all members of each detail in words. */
export const detailTexts = ({
  authorizationDetails = [],
  detailSentences = [],
}: Partial<Pick<OwnerRequest, 'authorizationDetails' | 'detailSentences'>>): readonly (readonly string[])[] =>
  authorizationDetails.map((detail, index) =>
    isOwnDetail(detail) ? ownTexts(detail) : registeredTexts(detail, detailSentences[index] ?? {}),
  );

const ownTypes: ReadonlySet<string> = new Set<OwnDetail['type']>(['payment', 'action', 'delegation']);

/** Whether a detail is of one of the provider's own types; the provider checked its members. */
export const isOwnDetail = (detail: AuthorizationDetail): detail is OwnDetail => ownTypes.has(detail.type);

/** The sentence is the application's, and says so: it could imitate one of the provider. All members follow. */
const registeredTexts = (
  { type: _type, ...members }: AuthorizationDetail,
  sentences: DetailSentences,
): readonly string[] => [
  translated('inOwnWords'),
  ownSentence(sentences),
  ...Object.entries(members).map(([name, value]) => `${name}: ${JSON.stringify(value)}`),
];

/** Returns the sentence in the language of the page, else the English one. */
export function ownSentence(sentences: Readonly<Record<string, unknown>>): string {
  const sentence = sentences[currentLanguage()] ?? sentences['en'];
  return typeof sentence === 'string' ? sentence : '';
}

function ownTexts(detail: OwnDetail): readonly string[] {
  switch (detail.type) {
    case 'payment': {
      const { amount, token, payee, productId } = detail;
      const paid = translated('requestPayment', { amount: shownAmount(amount, token), payee });
      return productId === undefined ? [paid] : [paid, translated('requestProduct', { product: productId })];
    }
    case 'action': {
      const { action, target, description, digest } = detail;
      const lines = [translated('requestAction', { action, target }), description];
      return digest === undefined ? lines : [...lines, translated('requestDigest', { digest })];
    }
    case 'delegation': {
      const { jkt, scope, ttl } = detail;
      return [translated('requestDelegation', { key: jkt, scope, seconds: String(ttl) })];
    }
  }
}

/** Renders the icon of an application, which stands before its name; undefined without one. */
export const applicationIcon = (iconUrl: string | null | undefined): HTMLElement | undefined =>
  iconUrl === null || iconUrl === undefined
    ? undefined
    : element('img', { class: 'application-icon', src: iconUrl, alt: '', width: '24', height: '24' });

/** Returns an amount of the smallest unit in the language of the page: a currency that is not known is not divided. */
export const shownAmount = (amount: string, token: string): string =>
  isKnownToken(token) ? amountText(amount, token) : translated('smallestUnits', { amount, token });
