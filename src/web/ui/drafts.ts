/** What signed-in users typed and have not sent, in the storage of the tab. */
export interface Drafts {
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
