'use client';

import { type FormEvent, useEffect, useState } from 'react';
import { useAuth } from '@platform/sdk/sso-react';

/** Lists the user's notes, and adds one. */
export function Notes() {
  const { client } = useAuth();
  const [notes, setNotes] = useState<readonly string[]>([]);

  useEffect(() => {
    // Sends the access token to this origin, and renews the session when needed.
    void client.fetch('/api/notes').then(async (response) => setNotes(await response.json()));
  }, [client]);

  const add = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const form = event.currentTarget;
    const body = new FormData(form).get('note');
    if (typeof body !== 'string') return;
    const response = await client.fetch('/api/notes', { method: 'POST', body });
    if (response.ok) {
      setNotes(await response.json());
      form.reset();
    }
  };

  return (
    <>
      <ul>
        {notes.map((note, index) => (
          <li key={index}>{note}</li>
        ))}
      </ul>
      <form onSubmit={(event) => void add(event)}>
        <label>
          New note <input name="note" required />
        </label>
        <button type="submit">Save</button>
      </form>
    </>
  );
}
