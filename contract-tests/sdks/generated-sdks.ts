import { join } from 'node:path';

/** Folder in which `npm run test:sdks` generated the SDKs; undefined in every other run, whose tests of SDKs are skipped. */
const folder = process.env['SDKS'];

const languages = process.env['SDK_LANGUAGES']?.split(' ') ?? [];

/** Whether the SDKs of openapi-generator in this language, or the program with this library, are part of the run. */
export function isGenerated(language: 'go' | 'java' | 'php' | 'python' | 'ruby' | 'nimbus' | 'openidconnect'): boolean {
  return folder !== undefined && languages.includes(language);
}

/** @returns a path in the folder of the generated SDKs */
export function generatedPath(...path: readonly string[]): string {
  if (folder === undefined) throw new Error('Set SDKS to the folder of the generated SDKs: run npm run test:sdks.');
  return join(folder, ...path);
}
