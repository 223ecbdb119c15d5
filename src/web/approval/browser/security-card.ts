import type { Owner } from '../../../../generated/sso/types.ts';
import { textParts, translated } from './language.ts';
import { element } from './screen.ts';

/** Says how well an identity is protected against the loss of a device, and leads to the next step. */
export function securityCard({ passkeys, devices, recoveryCodesLeft }: Owner): HTMLElement {
  const ways = passkeys.length + devices.length;
  const steps = [
    { done: passkeys.length > 0, section: 'authenticators', text: translated('securityPasskey') },
    { done: ways > 1, section: 'authenticators', text: translated('securitySecondWay') },
    { done: recoveryCodesLeft > 0, section: 'recovery', text: translated('securityRecovery') },
  ];
  const done = steps.filter((step) => step.done).length;
  return element(
    'section',
    { class: 'security', 'aria-labelledby': 'security-title' },
    element(
      'h2',
      { id: 'security-title' },
      translated('securitySteps', { done: String(done), all: String(steps.length) }),
    ),
    ways === 1 && recoveryCodesLeft === 0 ? singleAuthenticatorWarning() : undefined,
    element(
      'ul',
      { class: 'steps' },
      ...steps.map((step) =>
        element(
          'li',
          { class: step.done ? 'may' : 'open' },
          step.done ? step.text : element('a', { href: `#${step.section}` }, step.text),
          element('span', { class: 'quiet' }, ' ', translated(step.done ? 'securityDone' : 'securityOpen')),
        ),
      ),
    ),
  );
}

/** Warns that losing the only authenticator means losing the identity. */
function singleAuthenticatorWarning(): HTMLElement {
  return element(
    'p',
    {},
    ...textParts('oneWayToSignIn', {
      title: element('strong', {}, translated('oneWayToSignInTitle')),
      authenticators: element('a', { href: '#authenticators' }, translated('oneWayToSignInAdd')),
      recovery: element('a', { href: '#recovery' }, translated('oneWayToSignInRecovery')),
    }),
  );
}
