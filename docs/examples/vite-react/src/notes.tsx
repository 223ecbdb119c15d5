import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useAuth } from '@platform/sdk/sso-react';

interface NotesResponse {
  readonly notes: readonly string[];
}

/** Lists the user's notes, and adds one. */
export function Notes({ url }: { readonly url: string }) {
  const { client } = useAuth();
  const [notes, setNotes] = useState<readonly string[]>([]);
  const [failure, setFailure] = useState<string>();
  const newest = useRef(0);

  const send = useCallback(
    async (init: RequestInit): Promise<void> => {
      const request = ++newest.current;
      try {
        // Adds the access token and its proof, and renews the session when needed.
        const response = await client.fetch(url, init);
        if (!response.ok) throw new Error(`The API responded with ${response.status}.`);
        const body: NotesResponse = await response.json();
        // A list that was requested before a note was saved may arrive after it.
        if (request === newest.current) setNotes(body.notes);
        setFailure(undefined);
      } catch (error) {
        if (init.signal?.aborted !== true) setFailure(error instanceof Error ? error.message : String(error));
      }
    },
    [client, url],
  );

  useEffect(() => {
    const controller = new AbortController();
    void send({ signal: controller.signal });
    return () => controller.abort();
  }, [send]);

  const add = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const note = new FormData(form).get('note');
    if (typeof note !== 'string') return;
    void send({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: note }).then(() => form.reset());
  };

  return (
    <>
      <ul>
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
      <form onSubmit={add}>
        <label>
          New note <input name="note" required />
        </label>
        <button type="submit">Save</button>
      </form>
      {failure !== undefined && <p role="alert">{failure}</p>}
    </>
  );
}
