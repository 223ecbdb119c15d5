import { createContext, useContext, useEffect, useState } from 'react';

/** What signed-in users typed and have not sent, in the storage of the tab. */
interface Drafts {
  readonly read: (name: string) => string | undefined;
  /** @param text undefined deletes the draft */
  readonly write: (name: string, text: string | undefined) => void;
}

const prefix = 'platform-draft:';

/** Opens the drafts of a user, and deletes those of other users of this tab. */
export function openDrafts(storage: Storage, subject: string): Drafts {
  const ownPrefix = `${prefix}${subject}:`;
  deleteDrafts(storage, (key) => !key.startsWith(ownPrefix));
  return {
    read: (name) => storage.getItem(ownPrefix + name) ?? undefined,
    write: (name, text) => {
      if (text === undefined) return storage.removeItem(ownPrefix + name);
      try {
        storage.setItem(ownPrefix + name, text);
      } catch {
        // Without room in the storage the form works as long as it is open.
      }
    },
  };
}

/** Deletes drafts. @param chosen selects them by key; default: all */
export function deleteDrafts(storage: Storage, chosen: (key: string) => boolean = () => true): void {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  for (const key of keys) if (key.startsWith(prefix) && chosen(key)) storage.removeItem(key);
}

/** Drafts of the signed-in user, and whether the session has ended. */
interface DraftContextValue {
  readonly drafts: Drafts;
  readonly isSignedIn: () => boolean;
}

export const DraftContext = createContext<DraftContextValue | undefined>(undefined);

/** Whether a form has a draft, so that its dialog opens again. */
export const useHasDraft = (name: string): boolean => useContext(DraftContext)?.drafts.read(name) !== undefined;

/**
 * State of a text field that survives the end of the session, a new confirmation and a reload. Leaving the form deletes
 * the draft. Not for secrets.
 *
 * @param name names the field on this origin, with the id of what it changes
 */
export function useDraft(name: string, initial: string): readonly [string, (text: string) => void] {
  const context = useContext(DraftContext);
  const [text, setText] = useState(() => context?.drafts.read(name) ?? initial);
  useEffect(() => {
    context?.drafts.write(name, text === initial ? undefined : text);
  }, [context, name, text, initial]);
  useEffect(
    () => () => {
      if (context?.isSignedIn() === true) context.drafts.write(name, undefined);
    },
    [context, name],
  );
  return [text, setText];
}

/** State of a choice that survives like {@link useDraft}. */
export function useDraftChoice<Value extends string>(
  name: string,
  options: readonly { readonly value: Value }[],
  initial: Value,
): readonly [Value, (value: Value) => void] {
  const [text, setText] = useDraft(name, initial);
  return [options.find(({ value }) => value === text)?.value ?? initial, setText];
}
