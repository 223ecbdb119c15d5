import { type DomainError } from '../service/domain-error.ts';
import { invalidField } from './errors.ts';

/** Why this service would not send to a URL, as one stable word of the contract. */
export type UrlFault = 'format' | 'https_required' | 'credentials_in_url' | 'address_not_public';

export type UrlVerdict = { readonly fault: undefined } | { readonly fault: UrlFault; readonly address?: string };

const texts: Readonly<Record<UrlFault, (field: string, address: string) => string>> = {
  format: (field) => `${field} is not a URL.`,
  https_required: (field) => `${field} must begin with https.`,
  credentials_in_url: (field) => `${field} must not carry a user name or password.`,
  address_not_public: (field, address) => `${field} must be public; ${address} is not a public address.`,
};

/** 1001 for a URL that a caller wants to register. */
export function urlRefused(field: string, fault: UrlFault, address = 'its host'): DomainError {
  return invalidField(field, fault, texts[fault](field, address));
}
