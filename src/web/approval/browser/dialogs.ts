import { actionButton, element, SignedOutError } from './screen.ts';
import { formatList, translated } from './language.ts';
import type { EndPreview, EndPreviewKind } from '../../../../generated/sso/types.ts';
import { bodyOf, sso } from './sso.ts';

interface Question {
  readonly title: string;
  readonly explanation: string;
  /** What ends with it, below the explanation. */
  readonly ends?: string | undefined;
  /** Label of the confirming button. */
  readonly yes: string;
  /** Choices below the explanation. */
  readonly choices?: HTMLElement | undefined;
}

/** Asks for confirmation of an irreversible action. Escape and Cancel mean no. */
export function confirm({ title, explanation, ends, yes, choices }: Question): Promise<boolean> {
  const cancel = element('button', { type: 'submit', value: 'no', class: 'button plain' }, translated('cancel'));
  const go = element('button', { type: 'submit', value: 'yes', class: 'button danger' }, yes);
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'question-title' },
    element(
      'form',
      { method: 'dialog' },
      element('h2', { id: 'question-title' }, title),
      element('p', {}, explanation),
      ends === undefined ? undefined : element('p', { class: 'ends' }, ends),
      choices,
      element('div', { class: 'actions' }, cancel, go),
    ),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
    dialog.showModal();
    cancel.focus();
  });
}

/** Counts what an action would end. */
export const readEndPreview = (query: {
  readonly kind: EndPreviewKind;
  readonly id?: string;
  /** For a passkey or device: the sessions that it approved, too. */
  readonly disconnectApproved?: boolean;
}): Promise<EndPreview> => bodyOf(sso.getEndPreview({ query }));

/** Says what an action would end, and which agents stay: "This ends 2 browsers and 3 applications. Your 4 agents stay …". */
export function endText({ browserSessions, applications, agents, helpers, remainingAgents }: EndPreview): string {
  const ended = [
    browserSessions > 0 && translated('endedBrowsers', { count: browserSessions }),
    applications > 0 && translated('endedApplications', { count: applications }),
    agents > 0 && translated('endedAgents', { count: agents }),
    helpers > 0 && translated('endedHelpers', { count: helpers }),
  ].filter((text) => text !== false);
  const ends = ended.length === 0 ? translated('endsNothing') : translated('ends', { ended: formatList(ended) });
  return remainingAgents === 0 ? ends : `${ends} ${translated('agentsStay', { count: remainingAgents })}`;
}

interface Naming {
  readonly id: string;
  readonly title: string;
  /** Name of the button for screen readers. */
  readonly label: string;
  readonly current: string;
  readonly save: (name: string) => Promise<void>;
}

/** Names that could not be saved, by id. */
const unsaved = new Map<string, string>();
/** Ids of those that the end of the session interrupted. */
const interrupted = new Set<string>();

/**
 * Creates a button that asks for another name. A name that could not be saved is in the dialog when it opens again, which
 * it does on its own after a new sign-in.
 */
export function renameButton({ id, title, label, current, save }: Naming): HTMLButtonElement {
  const button = actionButton(translated('rename'), 'plain', async () => {
    const name = await askForName(title, current, unsaved.get(id) ?? current);
    unsaved.delete(id);
    if (name === undefined) return;
    try {
      await save(name);
    } catch (error) {
      unsaved.set(id, name);
      if (error instanceof SignedOutError) interrupted.add(id);
      throw error;
    }
  });
  button.setAttribute('aria-label', label);
  // The sign-in is an action that is still running, and only one runs at a time.
  if (interrupted.delete(id)) setTimeout(() => button.click());
  return button;
}

/** Asks for another name. @returns the name without surrounding space; undefined when unchanged or cancelled */
function askForName(title: string, current: string, draft: string): Promise<string | undefined> {
  const input = element('input', {
    id: 'new-name',
    required: true,
    maxlength: '80',
    pattern: '.*\\S.*',
    title: translated('nameHint'),
    autocomplete: 'off',
    value: draft,
  });
  // Cancel closes the dialog without validating the name.
  const cancel = element(
    'button',
    { type: 'submit', value: '', formnovalidate: true, class: 'button plain' },
    translated('cancel'),
  );
  const save = element('button', { type: 'submit', value: 'save', class: 'button primary' }, translated('save'));
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'rename-title' },
    element(
      'form',
      { method: 'dialog', class: 'rename' },
      element('h2', { id: 'rename-title' }, title),
      element('label', { for: 'new-name' }, translated('newName')),
      input,
      // The first submit button is the one that Enter presses.
      element('div', { class: 'actions reversed' }, save, cancel),
    ),
  );
  document.body.append(dialog);
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      const name = input.value.trim();
      resolve(dialog.returnValue === 'save' && name !== current ? name : undefined);
    });
    dialog.showModal();
    input.select();
  });
}
