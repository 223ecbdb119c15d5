import { createContext, useContext, useEffect, useState } from 'react';
import type { Drafts } from './drafts.ts';

/** Drafts of the signed-in user, and whether the session has ended. */
export interface DraftContextValue {
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
