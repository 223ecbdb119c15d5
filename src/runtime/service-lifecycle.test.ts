import { expect, test } from 'vitest';
import { pino } from 'pino';
import { noteEnvironment, noteService } from '../../contract-tests/fixtures/runtime/note-service.ts';
import { createService } from './create-service.ts';

test('service: the log contains routes and no URLs, which can contain secrets', async () => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => lines.push(line) });
  const logged = await createService(noteService, { ...noteEnvironment, log });
  const secret = 'N2bDxHkmFskdRlaLbLOYlbMkjjLyAe0hlDFAmJ0CabE';
  await logged.inject(`/notes/abc?state=${secret}`);
  await logged.inject(`/approve/${secret}?state=${secret}`);
  await logged.close();
  expect(lines.some((line) => line.includes('"route":"/notes/:noteId"'))).toBe(true);
  expect(lines.join('')).not.toContain(secret);
});

test('service: /healthz reports the process, /readyz reports its dependencies', async () => {
  expect((await app.inject('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await app.inject('/readyz')).json()).toEqual({ status: 'ready' });
  for (const ready of [async () => false, async () => Promise.reject(new Error('down'))]) {
    const waiting = await createService(noteService, { ...noteEnvironment, ready });
    const response = await waiting.inject('/readyz');
    expect([response.statusCode, response.body.includes('down')]).toEqual([503, false]);
    await waiting.close();
  }
});

test('service: a stopping service is not ready, serves requests, and closes their connections', async () => {
  const stopping = new AbortController();
  const leaving = await createService(noteService, { ...noteEnvironment, stopping: stopping.signal });
  expect((await leaving.inject('/notes/abc')).headers['connection']).not.toBe('close');
  stopping.abort();
  expect(await leaving.inject('/readyz')).toMatchObject({ statusCode: 503, headers: { connection: 'close' } });
  expect((await leaving.inject('/healthz')).statusCode).toBe(200);
  const response = await leaving.inject('/notes/abc');
  expect([response.statusCode, response.headers['connection']]).toEqual([200, 'close']);
  const payload = { text: 'x'.repeat(2000) };
  const refused = await leaving.inject({ method: 'POST', url: '/notes', payload, headers: { 'x-key': 'k' } });
  expect([refused.statusCode, refused.headers['connection']]).toEqual([413, 'close']);
  await leaving.close();
});
