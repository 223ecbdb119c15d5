import type { AuthorizationRequest } from '../../../../generated/sso/types.ts';
import { element } from './element.ts';
import { browserOf, networkOf } from '../place-text.ts';
import { formatDuration, formatTime } from './format.ts';

/** Renders the details of a request: application, origin, time, duration and key (RFC 10027). */
export function requestDetails(request: AuthorizationRequest): HTMLElement {
  const { place, redirectUri, keyFingerprint, agentName } = request;
  const rows: readonly (HTMLElement | undefined)[][] = [
    row('Application', element('strong', {}, request.applicationName), code(request.clientId)),
    ...(agentName === null
      ? []
      : [
          row(
            'Calls itself',
            text(`“${agentName}”`),
            small('The program chose this name. Anybody can choose any name.'),
          ),
        ]),
    row('Requested from', text(`${browserOf(place.userAgent)}, ${networkOf(place.ipAddress)}`), rawPlace(place)),
    row('Requested', text(formatTime(request.requestedAt))),
    row(
      'Stays connected',
      text(`${formatDuration(request.sessionSeconds)} after its last use, or until you disconnect it`),
    ),
    row(
      'Key',
      keyFingerprint === null
        ? text('None. Tokens of this connection are not bound to a key.')
        : fingerprint(keyFingerprint),
      keyFingerprint === null ? undefined : small('Only this key can use the connection.'),
    ),
    ...(redirectUri === null ? [] : [row('Returns to', text(hostOf(redirectUri)))]),
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
    element('summary', {}, 'Technical details'),
    element('small', {}, 'Address ', element('code', {}, ipAddress)),
    userAgent === null
      ? element('small', {}, 'The program sent no name.')
      : element('small', {}, 'Names itself ', element('code', {}, userAgent)),
  );
}

const text = (value: string) => element('span', {}, value);
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
