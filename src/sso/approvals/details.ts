import contract from '../../../generated/sso/spec.json' with { type: 'json' };
import type { AuthorizationDetail, DetailSentences, OwnDetail } from '../../../generated/sso/types.ts';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import { amountText } from '../../protocol/token-amount.ts';
import { isPlainName } from '../../protocol/terminal-text.ts';
import { createChecker } from '../../runtime/contract/validation.ts';
import { invalidAuthorizationDetails } from '../errors/oauth-errors.ts';
import { detailViolation, memberTexts, type RegisteredType } from './registered-type.ts';

const { PaymentDetail, ActionDetail, DelegationDetail, Thumbprint } = contract.components.schemas;

/** Schemas of the contract; in a request a member that is not listed is an error (RFC 9396 §5). */
const schemas = {
  payment: { ...PaymentDetail, additionalProperties: false },
  action: { ...ActionDetail, additionalProperties: false },
  // Complete in itself, since it is published alone.
  delegation: {
    ...DelegationDetail,
    properties: { ...DelegationDetail.properties, jkt: Thumbprint },
    additionalProperties: false,
  },
} as const;

type DetailType = OwnDetail['type'];

/** Types of authorization details (RFC 9396 §10). */
export const detailTypes = Object.keys(schemas) as readonly DetailType[];

const isDetailType = (type: unknown): type is DetailType => typeof type === 'string' && Object.hasOwn(schemas, type);

/** Returns the JSON Schema of a type; undefined for an unknown one. */
export const detailSchema = (type: string): Readonly<Record<string, unknown>> | undefined =>
  isDetailType(type) ? schemas[type] : undefined;

/** Whether a granted detail of a type of the provider is good for one action; a delegation holds until it ends. */
export const usedOnce = (type: string): boolean => type === 'payment' || type === 'action';

const checkers = {
  payment: createChecker(schemas.payment),
  action: createChecker(schemas.action),
  delegation: createChecker(schemas.delegation),
} as const satisfies Record<DetailType, unknown>;

/**
 * Checks one detail of a request.
 *
 * @param at where it stands, for the error
 * @param registered the types that the application registered, by the value of `type`
 * @throws DomainError `invalid_authorization_details` naming the member that is wrong
 */
export function checkDetail(
  value: unknown,
  at: string,
  registered: ReadonlyMap<string, RegisteredType>,
): AuthorizationDetail {
  const type = isJsonObject(value) ? value['type'] : undefined;
  if (!isJsonObject(value) || typeof type !== 'string')
    throw invalidAuthorizationDetails(`${at} is not an object with a type.`);
  const detail = { ...value, type };
  const known = registered.get(type);
  const wrong = isDetailType(type)
    ? ownViolation(type, detail)
    : known
      ? detailViolation(known, detail)
      : `type must be one of ${detailTypes.join(', ')}, or one that the application registered.`;
  if (wrong !== undefined) throw invalidAuthorizationDetails(`${at}: ${wrong}`);
  const hidden = Object.entries(detail).find(([, member]) => typeof member === 'string' && !isPlainName(member));
  if (hidden)
    throw invalidAuthorizationDetails(`${at}: ${hidden[0]} has characters that hide text or change its direction.`);
  return detail;
}

function ownViolation(type: DetailType, detail: AuthorizationDetail): string | undefined {
  const [violation] = checkers[type](detail);
  return violation && `${violation.field} ${violation.message}.`;
}

/** A detail of the provider's own types: the checker of its type accepted it. */
const isOwnDetail = (detail: AuthorizationDetail): detail is OwnDetail => isDetailType(detail.type);

/** What `authorization_details` asks. */
export interface AskedDetails {
  readonly details: readonly AuthorizationDetail[];
  /** In the order of the details; empty when none is of a registered type. */
  readonly detailSentences: readonly DetailSentences[];
}

/** Returns the details with all their members in words that continue "It can …". */
export const detailTexts = ({ details, detailSentences }: AskedDetails): string[] =>
  details.map((detail, index) =>
    isOwnDetail(detail) ? ownText(detail) : registeredText(detail, detailSentences[index]?.en ?? ''),
  );

const registeredText = (detail: AuthorizationDetail, sentence: string): string =>
  `do this, in its own words: ${sentence} (${memberTexts(detail).join(', ')})`;

function ownText(detail: OwnDetail): string {
  switch (detail.type) {
    case 'payment': {
      const product = detail.productId === undefined ? '' : ` for the product ${detail.productId}`;
      return `pay ${amountText(detail.amount, detail.token)} to ${detail.payee}${product}, once`;
    }
    case 'action': {
      const covered = detail.digest === undefined ? '' : ` (exactly what has the SHA-256 digest ${detail.digest})`;
      return `${detail.action} ${detail.target}${covered}: ${detail.description}`;
    }
    case 'delegation':
      return `let the helper with the key ${detail.jkt} do ${detail.scope} for ${detail.ttl} seconds`;
  }
}

/** What one approval takes from the limit of a mandate, and what the limit is about. */
export interface MandateUse {
  /** What the mandate would be about. */
  readonly detail: OwnDetail;
  /** Canonical JSON: equal for details that share a limit. */
  readonly subject: string;
  readonly amount: bigint;
}

/** Returns what a request takes from a mandate; undefined when only the person can decide it. */
export function mandateUse(details: readonly AuthorizationDetail[]): MandateUse | undefined {
  const [detail, ...more] = details;
  if (!detail || !isOwnDetail(detail) || more.length > 0) return undefined;
  switch (detail.type) {
    case 'payment': {
      const { type, token, payee } = detail;
      return { detail, subject: canonicalJson({ type, token, payee }), amount: BigInt(detail.amount) };
    }
    case 'action': {
      const { type, action, target } = detail;
      return { detail, subject: canonicalJson({ type, action, target }), amount: 1n };
    }
    case 'delegation':
      return undefined;
  }
}
