import type { AuthorizationRequest } from '../../../../generated/sso/types.ts';
import { element } from './element.ts';
import { networkOf } from '../place-text.ts';
import { formatDuration, formatTime } from './format.ts';
import { translated, textParts } from './language.ts';
import { browserName } from './place.ts';

/** Renders the details of a request: application, origin, time, duration and key (RFC 10027). */
export function requestDetails(request: AuthorizationRequest): HTMLElement {
  const { place, redirectUri, keyFingerprint, keyFollows } = request;
  const rows: readonly (HTMLElement | undefined)[][] = [
    row(translated('application'), element('strong', {}, request.applicationName), code(request.clientId)),
    row(
      translated('requestedFrom'),
      span(translated('placeText', { program: browserName(place.userAgent), network: networkOf(place.ipAddress) })),
      ...rawPlace(place),
    ),
    row(translated('requested'), span(formatTime(request.requestedAt))),
    row(
      translated('staysConnected'),
      span(translated('staysConnectedFor', { duration: formatDuration(request.sessionSeconds) })),
    ),
    row(
      translated('key'),
      keyFingerprint === null
        ? span(translated(keyFollows === true ? 'keyFollows' : 'noKey'))
        : fingerprint(keyFingerprint),
      keyFingerprint === null ? undefined : small(translated('keyText')),
    ),
    ...(redirectUri === null ? [] : [row(translated('returnsTo'), span(hostOf(redirectUri)))]),
  ];
  return element('dl', { class: 'details' }, ...rows.flat());
}

function row(name: string, ...values: readonly (HTMLElement | undefined)[]): HTMLElement[] {
  return [element('dt', {}, name), element('dd', {}, ...values)];
}

/** The address and the User-Agent header as the provider received them. */
function rawPlace({ ipAddress, userAgent }: AuthorizationRequest['place']): readonly HTMLElement[] {
  return [
    element('small', {}, ...textParts('address', { address: element('code', {}, ipAddress) })),
    userAgent === null
      ? element('small', {}, translated('noUserAgent'))
      : element('small', {}, ...textParts('userAgent', { name: element('code', {}, userAgent) })),
  ];
}

const span = (value: string) => element('span', {}, value);
const small = (value: string) => element('small', {}, value);
const code = (value: string) => element('code', {}, value);

function fingerprint(groups: string): HTMLElement {
  return element(
    'code',
    { class: 'fingerprint' },
    ...groups.split(' ').map((group) => element('span', {}, `${group} `)),
  );
}

function hostOf(address: string): string {
  const { protocol, host } = new URL(address);
  return host === '' ? protocol : host;
}
