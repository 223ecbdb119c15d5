import { networkOf } from '../place-text.ts';
import type { ApprovalPageData } from '../pages.ts';
import { element } from './screen.ts';
import {
  browserName,
  formatAge,
  formatDuration,
  formatTime,
  textParts,
  translated,
  findText,
  formatList,
} from './language.ts';
import { applicationIcon, detailTexts } from './request-details.ts';
import type { AuthorizationRequest } from '../../../../generated/sso/types.ts';
import { platformScopes } from '../../../protocol/token-scope.ts';

type Facts = ApprovalPageData['facts'];

/** Creates the heading: the agent by its own name, or the application. */
export function requestHeading({ agentName, applicationName }: Facts, otherwise: string): HTMLElement {
  if (agentName === null) return element('h1', {}, otherwise);
  const agent = element('strong', { dir: 'auto' }, translated('agentName', { name: agentName }));
  return element('h1', {}, ...textParts('letAgentAct', { agent, application: applicationName }));
}

/** Shows who asks, what it may do, and from where and when. */
export function requestFacts(facts: Facts): readonly HTMLElement[] {
  const { agentName, differentNetwork, selfRegistered } = facts;
  const texts = detailTexts(facts);
  return [
    ...(agentName === null ? [] : [element('p', { class: 'quiet own-words' }, translated('agentNameChosen'))]),
    element('p', { class: selfRegistered ? 'asker' : 'asker verified' }, ...asker(facts)),
    ...(selfRegistered ? [originNotice(facts)] : []),
    permissionList(facts),
    ...(texts.length === 0 ? [] : [detailList(texts)]),
    element('p', { class: 'quiet from' }, fromWhere(facts)),
    ...(differentNetwork ? [networkWarning(facts)] : []),
  ];
}

/** Lists what the application asks beside its permissions, with all members. */
const detailList = (details: readonly (readonly string[])[]): HTMLElement =>
  element(
    'ul',
    { class: 'asked', 'aria-label': translated('alsoAsks') },
    ...details.map((texts) => element('li', {}, ...texts.map((text) => element('span', { dir: 'auto' }, text)))),
  );

function asker({ applicationName, iconUrl, selfRegistered }: Facts): readonly (Node | string)[] {
  const application = element('strong', { dir: 'auto' }, applicationIcon(iconUrl), applicationName);
  return textParts(selfRegistered ? 'applicationUnchecked' : 'applicationChecked', { application });
}

/** `From Chrome on Linux, your network, now.` */
function fromWhere({ place, differentNetwork, requestedAt }: Facts): string {
  return translated('fromWhere', {
    program: browserName(place.userAgent),
    network: differentNetwork ? networkOf(place.ipAddress) : translated('yourNetwork'),
    age: formatAge(requestedAt),
  });
}

/** Creates the notice about a self-registered application: its hosts, because nobody has verified the name that it claims. */
function originNotice({ metadataHost, redirectUri }: Facts): HTMLElement {
  const title = element('strong', {}, translated('selfRegisteredTitle'));
  const strong = (host: string) => element('strong', {}, host);
  const returnsTo = redirectUri === null ? null : URL.parse(redirectUri);
  const parts = (): readonly (Node | string)[] => {
    if (typeof metadataHost === 'string') return textParts('selfRegisteredFrom', { title, host: strong(metadataHost) });
    if (returnsTo === null) return textParts('selfRegistered', { title });
    return textParts('selfRegisteredReturn', { title, host: strong(returnsTo.host || returnsTo.protocol) });
  };
  return element('p', { class: 'notice' }, ...parts());
}

/** Warns that the request comes from another network than this device (RFC 10027). */
function networkWarning({ applicationName, place }: Facts): HTMLElement {
  const parts = textParts('otherNetwork', {
    title: element('strong', {}, translated('otherNetworkTitle')),
    network: networkOf(place.ipAddress),
    application: applicationName,
  });
  return element('p', { class: 'notice warning' }, ...parts);
}

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

interface Right {
  readonly kind: 'may' | 'cannot';
  readonly text: string;
}

/** What an application may and cannot do, by service. */
type Rights = ReadonlyMap<string, readonly Right[]>;

/** Services of the permission codes, in the order of the list. */
const services = [
  { key: 'service_forum', codes: ['forum:write', 'forum:vote'] },
  { key: 'service_notifications', codes: ['notifications:host'] },
  { key: 'service_payments', codes: ['payments'] },
  { key: 'service_account', codes: ['sign_in', 'profile', 'email'] },
] as const;
const platformCodes: readonly string[] = platformScopes;

/**
 * Returns what approving allows, and what stays impossible. Only what the services enforce is called impossible: an
 * application without platform scopes is limited by its audience alone.
 */
export function rightsOf({ permissions = [], permissionCodes = [], services: names = [] }: Permissions): Rights {
  const codes: readonly string[] = permissionCodes;
  const limited = codes.some((code) => platformCodes.includes(code));
  const signInOnly = codes.includes('sign_in');
  const may = (code: string): Right => {
    const known = findText(`can_${code}`);
    return { kind: 'may', text: known ?? permissions[codes.indexOf(code)] ?? code };
  };
  const cannot = (code: string): Right[] => {
    const text = findText(`cannot_${code}`);
    return text === undefined ? [] : [{ kind: 'cannot', text }];
  };
  const groups = new Map<string, readonly Right[]>();
  if (codes.includes('act'))
    for (const name of names) groups.set(findText(`service_${name.toLowerCase()}`) ?? name, [may('act')]);
  for (const { key, codes: ofService } of services) {
    const granted = ofService.filter((code) => codes.includes(code)).map(may);
    const missing = ofService.filter((code) => !codes.includes(code)).flatMap(cannot);
    const refused = limited || (signInOnly && key === 'service_forum') ? missing : [];
    const account = key === 'service_account' ? cannot('account') : [];
    const rights = [...granted, ...refused, ...account];
    if (rights.length > 0) groups.set(findText(key) ?? key, rights);
  }
  const listed = services.flatMap(({ codes: ofService }): readonly string[] => ofService);
  const others = codes.filter((code) => code !== 'act' && !listed.includes(code)).map(may);
  // A permission that this page does not know yet.
  if (others.length > 0) groups.set('', others);
  return groups;
}

/** Lists what an application may and cannot do, by service. */
function permissionList(permissions: Permissions): HTMLElement {
  const rows = [...rightsOf(permissions)].flatMap(([service, rights]) => [
    element('dt', {}, service),
    ...rights.map(({ kind, text }) => element('dd', { class: kind }, text)),
  ]);
  return element('dl', { class: 'rights' }, ...rows);
}

/** What approving allows: English words of the contract, and codes that a page in another language says itself. */
export type Permissions = Pick<AuthorizationRequest, 'permissions' | 'permissionCodes' | 'services'>;

/** Returns what approving allows, to be put into a sentence. A code that this page does not know is shown in English. */
export function permissionText({ permissions = [], permissionCodes = [], services = [] }: Permissions): string {
  const named = { services: formatList(services) };
  return formatList(
    permissionCodes.map((code, index) => findText(`permission_${code}`, named) ?? permissions[index] ?? code),
  );
}
