import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text as readText } from 'node:stream/consumers';
import type { Owner } from '../fixtures/identity.ts';

export interface Page {
  readonly url: string;
  readonly status: number;
  readonly text: string;
}

/** A browser without scripts: it keeps cookies, follows redirects and submits forms. */
export interface Browser {
  /** Opens a page. The approval page of the provider is approved by the owner. */
  readonly open: (url: string) => Promise<Page>;
  /** Submits the first form of a page that is sent by POST. */
  readonly submit: (page: Page) => Promise<Page>;
}

interface Received extends Omit<Page, 'url'> {
  readonly location: string | undefined;
}

const maxRedirects = 20;

/** @param issuer the provider, at whose approval pages the owner decides */
export function createBrowser(issuer: string, owner: Pick<Owner, 'decide'>): Browser {
  // Cookies are shared by the ports of a host (RFC 6265 §8.5).
  const cookies = new Map<string, Map<string, string>>();
  const cookiesOf = (url: string): Map<string, string> => {
    const { hostname } = new URL(url);
    const known = cookies.get(hostname) ?? new Map<string, string>();
    cookies.set(hostname, known);
    return known;
  };
  const request = async (url: string, form?: URLSearchParams): Promise<Received> => {
    const jar = cookiesOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const sent = httpRequest(url, {
      method: form ? 'POST' : 'GET',
      headers: {
        accept: 'text/html',
        cookie,
        referer: url,
        // fetch would say cors, of which mod_auth_openidc makes no sign-in.
        'sec-fetch-mode': 'navigate',
        ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
    });
    sent.end(form?.toString());
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response === undefined) throw new Error(`${url} sent no response.`);
    for (const line of response.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return { status: response.statusCode ?? 0, location: response.headers.location, text: await readText(response) };
  };
  const follow = async (first: string, form?: URLSearchParams): Promise<Page> => {
    let [url, response] = [first, await request(first, form)];
    let approved = false;
    for (let count = 0; count < maxRedirects; count++) {
      const { location } = response;
      if (location !== undefined) url = new URL(location, url).href;
      else if (!approved && url.startsWith(`${issuer}/approve/`)) {
        await owner.decide(url, 'approve');
        approved = true;
      } else return { url, status: response.status, text: response.text };
      response = await request(url);
    }
    throw new Error(`More than ${maxRedirects} redirects, the last to ${url}.`);
  };
  return {
    open: (url) => follow(url),
    submit: ({ url, text }) => {
      const form = /<form[^>]*method=["']?post.*?<\/form>/is.exec(text)?.[0];
      if (form === undefined) throw new Error(`${url} has no form: ${text}`);
      const fields = Array.from(form.matchAll(/<input[^>]*>/gi), ([input]) => input).filter((input) =>
        /type=["']?hidden/i.test(input),
      );
      const attribute = (tag: string, name: string) => new RegExp(`\\s${name}=["']([^"']*)["']`, 'i').exec(tag)?.[1];
      const body = new URLSearchParams();
      for (const field of fields) body.append(attribute(field, 'name') ?? '', attribute(field, 'value') ?? '');
      return follow(new URL(attribute(form, 'action') ?? url, url).href, body);
    },
  };
}
