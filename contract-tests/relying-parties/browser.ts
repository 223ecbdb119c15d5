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
  const request = async (url: string, form?: URLSearchParams): Promise<Response> => {
    const jar = cookiesOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie, referer: url },
      ...(form && { method: 'POST', body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (/;\s*max-age=0/i.test(line)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  const follow = async (first: string, form?: URLSearchParams): Promise<Page> => {
    let [url, response] = [first, await request(first, form)];
    let approved = false;
    for (let count = 0; count < maxRedirects; count++) {
      const location = response.headers.get('location');
      if (location !== null) url = new URL(location, url).href;
      else if (!approved && url.startsWith(`${issuer}/approve/`)) {
        await owner.decide(url, 'approve');
        approved = true;
      } else return { url, status: response.status, text: await response.text() };
      await response.body?.cancel();
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
