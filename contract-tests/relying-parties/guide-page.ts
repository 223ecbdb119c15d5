import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = join(import.meta.dirname, '../../docs/guides/relying-parties');

/** A page of docs/guides/relying-parties: what a person copies from it is what the test runs. */
export interface GuidePage {
  /** Commands that install the product. */
  readonly install: string;
  /** Arguments of `npm run provider`, which registers the application. */
  readonly register: readonly string[];
  /** Command that starts the application. */
  readonly run: string;
  /** Path → content of the files that the page prints. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads the named blocks of a page: `sh install`, `sh register` and `sh run`, and files, whose name is their path.
 *
 * @throws Error that names the block which is missing
 */
export function readGuide(product: string): GuidePage {
  const page = readFileSync(join(folder, `${product}.md`), 'utf8');
  const blocks = new Map(
    Array.from(page.matchAll(/^```\w+ ([\w./-]+)\n(.*?)^```$/gms), ([, name = '', text = '']) => [name, text]),
  );
  const take = (name: string): string => {
    const text = blocks.get(name);
    if (text === undefined) throw new Error(`docs/guides/relying-parties/${product}.md has no block ${name}.`);
    blocks.delete(name);
    return text;
  };
  const [install, register, run] = [take('install'), take('register'), take('run')];
  const [, args = ''] = /^npm run --silent provider -- (.*)$/m.exec(register.replaceAll('\\\n', ' ')) ?? [];
  const words = Array.from(args.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain = '']) => quoted ?? plain);
  return { install, register: words, run, files: blocks };
}
