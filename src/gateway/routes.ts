import { foldSegment, parseTarget, type RequestTarget } from './forwarded-request.ts';

/** A part of a path template: a text, one segment (`{id}`), or the rest of the path (`{rest*}`, at the end). */
type TemplatePart =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'segment' }
  | { readonly kind: 'rest' };

export type PathTemplate = readonly TemplatePart[];

/** @returns undefined when the text is no template */
export function parseTemplate(text: string): PathTemplate | undefined {
  const parts: TemplatePart[] = [];
  const words = text.startsWith('/') ? text.slice(1).split('/') : [];
  for (const [index, word] of words.entries()) {
    const [, name, rest] = /^\{([A-Za-z][A-Za-z0-9_]*)(\*?)\}$/.exec(word) ?? [];
    if (name !== undefined && rest === '') parts.push({ kind: 'segment' });
    else if (name !== undefined && index === words.length - 1) parts.push({ kind: 'rest' });
    else {
      const parsed = /[{}?]/.test(word) ? undefined : parseTarget(`/${word}`);
      const literal = parsed?.segments[0];
      if (literal === undefined || (literal === '' && index < words.length - 1)) return undefined;
      parts.push({ kind: 'text', text: literal });
    }
  }
  return parts.length === 0 ? undefined : parts;
}

/** Text by which templates that match the same paths are equal. */
export const templateShape = (template: PathTemplate): string =>
  template
    .map((part) => (part.kind === 'text' ? `/${encodeURIComponent(part.text)}` : part.kind === 'rest' ? '/{*}' : '/{}'))
    .join('');

/** What routes have in common for finding them. */
export interface RoutePattern {
  /** Lowercase host, with its port unless it is the scheme's default one. */
  readonly host: string;
  readonly methods: readonly string[];
  readonly template: PathTemplate;
}

type FoundRoute<Route> =
  | { readonly route: Route }
  /** `ambiguous`: an upstream that ignores case or a trailing slash would choose a stricter route. */
  | { readonly route: undefined; readonly reason: 'none' | 'ambiguous' };

type FindRoute<Route> = (host: string, method: string, target: RequestTarget) => FoundRoute<Route>;

/**
 * Creates a function that finds the route of a request. Of several templates that match, the one with the first literal part
 * wins, and no other is tried when it lacks the method: what no route names is refused.
 */
export function createFindRoute<Route extends RoutePattern>(routes: readonly Route[]): FindRoute<Route> {
  const byHost = new Map<string, Route[]>();
  for (const route of routes) byHost.set(route.host, [...(byHost.get(route.host) ?? []), route]);
  for (const list of byHost.values()) list.sort((a, b) => compareTemplates(a.template, b.template));

  return (host, method, { segments }) => {
    const list = byHost.get(host) ?? [];
    const exact = list.find(({ template }) => matches(template, segments, (text) => text));
    if (exact === undefined) return { route: undefined, reason: 'none' };
    const shape = templateShape(exact.template);
    const bare = segments.length > 1 && segments.at(-1) === '' ? segments.slice(0, -1) : segments;
    for (const read of [segments, bare]) {
      const folded = list.find(({ template }) => matches(template, read, foldSegment));
      if (folded !== undefined && compareTemplates(folded.template, exact.template) < 0)
        return { route: undefined, reason: 'ambiguous' };
    }
    const route = list.find((one) => templateShape(one.template) === shape && one.methods.includes(method));
    return route === undefined ? { route, reason: 'none' } : { route };
  };
}

const ranks = { text: 0, segment: 1, rest: 2 };

/** Orders more specific templates first. */
function compareTemplates(a: PathTemplate, b: PathTemplate): number {
  for (const [index, part] of a.entries()) {
    const other = b[index];
    if (other === undefined) return 1;
    if (ranks[part.kind] !== ranks[other.kind]) return ranks[part.kind] - ranks[other.kind];
  }
  return a.length - b.length;
}

function matches(template: PathTemplate, segments: readonly string[], read: (segment: string) => string): boolean {
  for (const [index, part] of template.entries()) {
    const segment = segments[index];
    if (segment === undefined) return false;
    if (part.kind === 'rest') return true;
    if (part.kind === 'text' ? read(segment) !== read(part.text) : segment === '') return false;
  }
  return template.length === segments.length;
}
