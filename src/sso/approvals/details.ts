import contract from '../../../generated/sso/spec.json' with { type: 'json' };
import type { AuthorizationDetail } from '../../../generated/sso/types.ts';
import { canonicalJson } from '../../protocol/canonical-json.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import { amountText } from '../../protocol/token-amount.ts';
import { isPlainName } from '../../protocol/unsafe-characters.ts';
import { createChecker } from '../../runtime/contract/validation.ts';
import { invalidAuthorizationDetails } from '../errors/oauth-errors.ts';

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

type DetailType = AuthorizationDetail['type'];

/** Types of authorization details (RFC 9396 §10). */
export const detailTypes = Object.keys(schemas) as readonly DetailType[];

const isDetailType = (type: unknown): type is DetailType => typeof type === 'string' && Object.hasOwn(schemas, type);

/** Returns the JSON Schema of a type; undefined for an unknown one. */
export const detailSchema = (type: string): Readonly<Record<string, unknown>> | undefined =>
  isDetailType(type) ? schemas[type] : undefined;

const checkers = {
  payment: createChecker(schemas.payment),
  action: createChecker(schemas.action),
  delegation: createChecker(schemas.delegation),
} as const satisfies Record<DetailType, unknown>;

const mostDetails = 8;

/**
 * Reads the parameter `authorization_details` (RFC 9396 §2).
 *
 * @throws DomainError `invalid_authorization_details` naming the element and the member that is wrong
 */
export function readAuthorizationDetails(text: string): readonly AuthorizationDetail[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalidAuthorizationDetails('authorization_details is not JSON.');
  }
  if (!Array.isArray(value) || value.length === 0 || value.length > mostDetails)
    throw invalidAuthorizationDetails(`authorization_details is not an array of 1 to ${mostDetails} objects.`);
  return value.map((detail: unknown, index) => {
    const at = `authorization_details[${index}]`;
    const type = isJsonObject(detail) ? detail['type'] : undefined;
    if (!isDetailType(type)) throw invalidAuthorizationDetails(`${at}: type must be one of ${detailTypes.join(', ')}.`);
    const [violation] = checkers[type](detail);
    if (violation) throw invalidAuthorizationDetails(`${at}: ${violation.field} ${violation.message}.`);
    if (!isDetail(detail)) throw invalidAuthorizationDetails(`${at} is not an object.`);
    const hidden = Object.entries(detail).find(([, member]) => typeof member === 'string' && !isPlainName(member));
    if (hidden)
      throw invalidAuthorizationDetails(`${at}: ${hidden[0]} has characters that hide text or change its direction.`);
    return detail;
  });
}

/** The checker of its type accepted the value. */
const isDetail = (value: unknown): value is AuthorizationDetail => isJsonObject(value) && isDetailType(value['type']);

/** Returns a detail with all its members in words that continue "It can …". */
export function detailText(detail: AuthorizationDetail): string {
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
  /** Canonical JSON: equal for details that share a limit. */
  readonly subject: string;
  readonly amount: bigint;
}

/** Returns what a request takes from a mandate; undefined when only the person can decide it. */
export function mandateUse(details: readonly AuthorizationDetail[]): MandateUse | undefined {
  const [detail, ...more] = details;
  if (!detail || more.length > 0) return undefined;
  switch (detail.type) {
    case 'payment': {
      const { type, token, payee } = detail;
      return { subject: canonicalJson({ type, token, payee }), amount: BigInt(detail.amount) };
    }
    case 'action': {
      const { type, action, target } = detail;
      return { subject: canonicalJson({ type, action, target }), amount: 1n };
    }
    case 'delegation':
      return undefined;
  }
}
