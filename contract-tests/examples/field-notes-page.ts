import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Owner } from '../fixtures/identity.ts';

/** A page of an example in a browser of its own, with the errors that it logs. */
export interface FieldNotesPage {
  readonly page: Page;
  readonly errors: readonly string[];
}

export async function openFieldNotes(browser: Browser, url: string): Promise<FieldNotesPage> {
  const page = await (await browser.newContext()).newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    // The examples have no icon.
    if (message.type() === 'error' && !message.location().url.endsWith('/favicon.ico')) errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  await page.goto(url);
  return { page, errors };
}

/** Signs in by the dialog of the page; the owner approves. */
export async function signInToFieldNotes(page: Page, owner: Owner): Promise<void> {
  await page.getByText('Sign in to read and write your notes.').waitFor();
  await page.getByRole('button', { name: 'Sign in' }).click();
  const link = await page.getByRole('link', { name: 'Open in the app' }).getAttribute('href');
  await owner.decide(link ?? '', 'approve');
  await page.getByRole('button', { name: 'Sign out' }).waitFor();
}

/** Writes a note and finds it after a reload; then signs out. */
export async function writeNote(page: Page, note: string): Promise<void> {
  await page.getByLabel('New note').fill(note);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('listitem').getByText(note).waitFor();
  await page.reload();
  await page.getByRole('listitem').getByText(note).waitFor();
  expect(await page.getByRole('listitem').count()).toBe(1);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Sign in to read and write your notes.').waitFor();
  expect(await page.getByText(note).count()).toBe(0);
}
