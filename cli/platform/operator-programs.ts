import { extname } from 'node:path';

/** Programs of an operator, which read their own arguments and print JSON or text; `npm run` has them under the same names. */
export const operatorPrograms: Readonly<Record<string, string>> = {
  admin: 'manage administrators, console access and invites',
  config: 'list the settings with their values, secrets masked',
  'dev:info': 'print the addresses and the demo data as JSON',
  migrate: 'migrate the tables of the services',
  payer: 'play the payment service: pay an invoice',
  provider: 'manage applications and signing keys as an administrator',
  roles: 'print the database roles as SQL',
  'rotate-master-key': 'encrypt stored keys again with a new master key',
  'rotate-push-key': 'replace the key of web push',
  secrets: 'create the secrets of an installation',
  webhooks: 'forward the events of an app, with an API key',
};

/** Runs a program of an operator in this process, as `npm run <name> -- <args>` does. */
export async function runOperatorProgram(name: string, args: readonly string[]): Promise<void> {
  // In a clone the programs are TypeScript, in a package JavaScript.
  const file = `../../scripts/${name.replace(':', '-')}${extname(import.meta.url)}`;
  const program = new URL(file, import.meta.url);
  process.argv = [process.argv[0] ?? 'node', program.pathname, ...args];
  await import(program.href);
}
