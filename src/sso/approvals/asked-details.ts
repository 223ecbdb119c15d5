import { isDeepStrictEqual } from 'node:util';
import type { AuthorizationDetail } from '../../../generated/sso/types.ts';
import { isJsonObject } from '../../protocol/json-object.ts';
import { invalidAuthorizationDetails } from '../errors/oauth-errors.ts';
import { type AskedDetails, checkDetail } from './details.ts';
import type { DetailTypeStore } from './detail-type-store.ts';
import { type RegisteredType, sentencesOf, typeIdOf } from './registered-type.ts';

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
