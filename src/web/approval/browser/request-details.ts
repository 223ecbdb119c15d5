import type { AuthorizationDetail, OwnerRequest } from '../../../../generated/sso/types.ts';
import { amountText } from '../../../protocol/token-amount.ts';
import { applicationIcon } from './application-icon.ts';
import { formatTime, placeName, translated } from './language.ts';
import { element } from './screen.ts';
import { timeLeft } from './time-left.ts';

/** What the page shows of a request of an agent. */
export type ShownRequest = Pick<
  OwnerRequest,
  | 'requestId'
  | 'client'
  | 'agent'
  | 'bindingMessage'
  | 'authorizationDetails'
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
  const { client, authorizationDetails, bindingMessage, place, createdAt, expiresAt, state } = request;
  return [
    element('small', { dir: 'auto' }, applicationIcon(client.iconUrl), client.name),
    ...authorizationDetails.flatMap(detailTexts).map((text) => element('p', { dir: 'auto' }, text)),
    bindingMessage === null
      ? undefined
      : element('small', { dir: 'auto' }, translated('requestSays', { message: bindingMessage })),
    element('small', {}, translated('timeAndPlace', { time: formatTime(createdAt), place: placeName(place) })),
    state === 'pending' ? element('small', {}, timeLeft(expiresAt)) : undefined,
  ];
}

/** Returns all members of a detail in words. */
export function detailTexts(detail: AuthorizationDetail): readonly string[] {
  switch (detail.type) {
    case 'payment': {
      const { amount, token, payee, productId } = detail;
      const paid = translated('requestPayment', { amount: amountText(amount, token), payee });
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
