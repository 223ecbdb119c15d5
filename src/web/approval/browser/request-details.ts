import type { AuthorizationRequest } from '../../../../generated/sso/types.ts';
import { element } from './element.ts';
import { networkOf } from '../place-text.ts';
import { formatDuration, formatTime } from './format.ts';
import { text, textParts } from './language.ts';
import { browserName } from './place.ts';

/** Renders the details of a request: application, origin, time, duration and key (RFC 10027). */
export function requestDetails(request: AuthorizationRequest): HTMLElement {
  const { place, redirectUri, keyFingerprint, agentName } = request;
  const rows: readonly (HTMLElement | undefined)[][] = [
    row(text('application'), element('strong', {}, request.applicationName), code(request.clientId)),
    ...(agentName === null
      ? []
      : [row(text('callsItself'), span(text('agentName', { name: agentName })), small(text('agentNameChosen')))]),
    row(
      text('requestedFrom'),
      span(text('placeText', { program: browserName(place.userAgent), network: networkOf(place.ipAddress) })),
      rawPlace(place),
    ),
    row(text('requested'), span(formatTime(request.requestedAt))),
    row(text('staysConnected'), span(text('staysConnectedFor', { duration: formatDuration(request.sessionSeconds) }))),
    row(
      text('key'),
      keyFingerprint === null ? span(text('noKey')) : fingerprint(keyFingerprint),
      keyFingerprint === null ? undefined : small(text('keyText')),
    ),
    ...(redirectUri === null ? [] : [row(text('returnsTo'), span(hostOf(redirectUri)))]),
  ];
  return element('dl', { class: 'details' }, ...rows.flat());
}

function row(name: string, ...values: readonly (HTMLElement | undefined)[]): HTMLElement[] {
  return [element('dt', {}, name), element('dd', {}, ...values)];
}

/** The address and the User-Agent header as the provider received them. */
function rawPlace({ ipAddress, userAgent }: AuthorizationRequest['place']): HTMLElement {
  return element(
    'details',
    { class: 'raw' },
    element('summary', {}, text('technicalDetails')),
    element('small', {}, ...textParts('address', { address: element('code', {}, ipAddress) })),
    userAgent === null
      ? element('small', {}, text('noUserAgent'))
      : element('small', {}, ...textParts('userAgent', { name: element('code', {}, userAgent) })),
  );
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
