import { networkOf } from '../place-text.ts';
import type { ApprovalPageData } from '../approval-page.ts';
import { element } from './element.ts';
import { formatAge } from './format.ts';
import { textParts, translated } from './language.ts';
import { permissionList } from './permission-list.ts';
import { browserName } from './place.ts';

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
  return [
    ...(agentName === null ? [] : [element('p', { class: 'quiet own-words' }, translated('agentNameChosen'))]),
    element('p', { class: selfRegistered ? 'asker' : 'asker verified' }, ...asker(facts)),
    ...(selfRegistered ? [originNotice(facts)] : []),
    permissionList(facts),
    element('p', { class: 'quiet from' }, fromWhere(facts)),
    ...(differentNetwork ? [networkWarning(facts)] : []),
  ];
}

function asker({ applicationName, selfRegistered }: Facts): readonly (Node | string)[] {
  const application = element('strong', { dir: 'auto' }, applicationName);
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
