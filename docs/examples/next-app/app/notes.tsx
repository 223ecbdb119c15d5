'use client';

import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useAuth } from '@platform/sdk/sso-react';

/** Lists the user's notes, and adds one. */
export function Notes() {
  const { client } = useAuth();
  const [notes, setNotes] = useState<readonly string[]>([]);

  const [failure, setFailure] = useState<string>();
  const newest = useRef(0);

  const send = useCallback(
    async (init: RequestInit): Promise<void> => {
      const request = ++newest.current;
      // Sends the access token to this origin, and renews the session when needed.
      const response = await client.fetch('/api/notes', init);
      if (!response.ok) throw new Error(`The server responded with ${response.status}.`);
      const stored: readonly string[] = await response.json();
      // A list that was requested before a note was saved may arrive after it.
      if (request === newest.current) setNotes(stored);
    },
    [client],
  );

  const fail = (error: unknown): void => setFailure(error instanceof Error ? error.message : String(error));

  useEffect(() => {
    send({}).catch(fail);
  }, [send]);

  const add = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = new FormData(form).get('note');
    if (typeof body !== 'string') return;
    setFailure(undefined);
    send({ method: 'POST', body }).then(() => form.reset(), fail);
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
