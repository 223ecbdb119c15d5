import contract from '../../../generated/sso/spec.json' with { type: 'json' };
import type { AuthorizationDetail, DetailSentences, OwnDetail } from '../../../generated/sso/types.ts';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import { amountText } from '../../protocol/token-amount.ts';
import { isPlainName } from '../../protocol/terminal-text.ts';
import { createChecker } from '../../runtime/contract/validation.ts';
import { invalidAuthorizationDetails } from '../errors/oauth-errors.ts';
import { detailViolation, memberTexts, type RegisteredType, sentencesOf, typeIdOf } from './registered-type.ts';
import { isDeepStrictEqual } from 'node:util';
import type { DetailTypeStore } from './detail-type-store.ts';

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
function checkDetail(value: unknown, at: string, registered: ReadonlyMap<string, RegisteredType>): AuthorizationDetail {
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

export const noDetails: AskedDetails = { details: [], detailSentences: [] };

const mostDetails = 8;

/**
 * Reads the parameter `authorization_details` (RFC 9396 §2) with the types that the application registered.
 *
 * @throws DomainError `invalid_authorization_details` naming the element and the member that is wrong
 */
export async function readAuthorizationDetails(
  text: string,
  clientAddress: string,
  { detailTypes }: { readonly detailTypes: Pick<DetailTypeStore, 'named'> },
): Promise<AskedDetails> {
  const values = parseDetails(text);
  const names = registeredNames(values, clientAddress);
  return checkDetails(values, names.length === 0 ? [] : await detailTypes.named(clientAddress, names));
}

/**
 * Returns what a token request selects of the granted details, each at most as often as it was granted (RFC 9396 §6).
 *
 * @param text the parameter `authorization_details`; undefined selects all
 * @throws DomainError `invalid_authorization_details` naming the element that was not granted
 */
export function selectDetails(
  text: string | undefined,
  granted: readonly AuthorizationDetail[],
): readonly AuthorizationDetail[] {
  if (text === undefined) return granted;
  const left = [...granted];
  return parseDetails(text).flatMap((wanted, index) => {
    const at = left.findIndex((detail) => isDeepStrictEqual(detail, wanted));
    if (at === -1) throw invalidAuthorizationDetails(`authorization_details[${index}] was not granted.`);
    return left.splice(at, 1);
  });
}

function parseDetails(text: string): readonly unknown[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidAuthorizationDetails('authorization_details is not JSON.');
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > mostDetails)
    throw invalidAuthorizationDetails(`authorization_details is not an array of 1 to ${mostDetails} objects.`);
  return value;
}

/** Returns the names among the values that the application may have registered. */
function registeredNames(values: readonly unknown[], clientAddress: string): readonly string[] {
  const prefix = `${clientAddress}:`;
  const names = values.flatMap((value) => {
    const type = isJsonObject(value) ? value['type'] : undefined;
    return typeof type === 'string' && type.startsWith(prefix) ? [type.slice(prefix.length)] : [];
  });
  // Others are unknown, and PostgreSQL cannot compare with text that has NUL.
  return names.filter((name) => /^[a-z][a-z0-9-]{0,31}$/.test(name));
}

/** @throws DomainError `invalid_authorization_details` */
function checkDetails(values: readonly unknown[], types: readonly RegisteredType[]): AskedDetails {
  const registered = new Map(types.map((type) => [typeIdOf(type), type]));
  const details = values.map((value, index) => checkDetail(value, `authorization_details[${index}]`, registered));
  const sentences = details.map((detail) => {
    const type = registered.get(detail.type);
    return type ? sentencesOf(type, detail) : {};
  });
  return { details, detailSentences: types.length === 0 ? [] : sentences };
}
