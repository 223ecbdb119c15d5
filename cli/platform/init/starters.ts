import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** What `platform init` knows. */
export const frameworks = ['next', 'express', 'hono', 'fastify', 'vite'] as const;

export type Framework = (typeof frameworks)[number];

interface Part {
  /** A folder of docs/examples. */
  readonly example: string;
  /** Where it is put in the starter. */
  readonly to: string;
}

const page: Part = { example: 'sign-in-page', to: 'public/' };

const partsOf: Readonly<Record<Framework, readonly Part[]>> = {
  next: [{ example: 'next-app', to: '' }],
  express: [{ example: 'express-api', to: '' }, page],
  hono: [{ example: 'hono-api', to: '' }, page],
  fastify: [{ example: 'fastify-api', to: '' }, page],
  vite: [
    { example: 'vite-react', to: '' },
    { example: 'express-api', to: 'api/' },
  ],
};

/** Contents of files by their paths with slashes. */
export type StarterFiles = Readonly<Record<string, string>>;

/** Files of an example that are about this repository, or written by tools. */
const left =
  /(?:^|\/)(?:node_modules|\.next|dist|README\.md|package-lock\.json|next-env\.d\.ts|.*\.tsbuildinfo)(?:\/|$)/;

/** Reads the files of a starter from the examples of the documentation. */
export function readStarter(examples: string, framework: Framework): StarterFiles {
  return Object.fromEntries(
    partsOf[framework].flatMap(({ example, to }) => {
      const folder = join(examples, example);
      return readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
        .filter((path) => !left.test(path))
        .map((path): [string, string] => [`${to}${path}`, readFileSync(join(folder, path), 'utf8')]);
    }),
  );
}

/** Reads the starters of all frameworks, for a package that has no examples. */
export const readStarters = (examples: string): Readonly<Record<Framework, StarterFiles>> => ({
  next: readStarter(examples, 'next'),
  express: readStarter(examples, 'express'),
  hono: readStarter(examples, 'hono'),
  fastify: readStarter(examples, 'fastify'),
  vite: readStarter(examples, 'vite'),
});
