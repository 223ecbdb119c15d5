import { expect, test } from 'vitest';
import type { SsoHandlerContext } from '../context.ts';
import type { SecretKey } from '../tokens/grant-secrets.ts';
import { createAskedLinks, findByLink } from './asked-links.ts';

const keyOf = (hash: string): SecretKey => ({ bucket: 0, hash });

/** Stores with one sign-in and one request of an agent, which count what is looked up among sign-ins. */
function stores() {
  const lookedUp: string[] = [];
  const context = {
    askedLinks: createAskedLinks(2),
    requests: {
      withClientByLink: ({ hash: link }: SecretKey) => {
        lookedUp.push(link);
        return Promise.resolve(link === 'sign-in' ? { authorization: { id: link } } : undefined);
      },
    },
    approvals: { byLink: (link: string) => Promise.resolve(link.startsWith('asked') ? { id: link } : undefined) },
  } as unknown as Pick<SsoHandlerContext, 'requests' | 'approvals' | 'askedLinks'>;
  return { context, lookedUp };
}

test('the link of a request of an agent is looked up among sign-ins until the process knows it', async () => {
  const { context, lookedUp } = stores();
  for (let time = 0; time < 3; time++)
    expect(await findByLink(keyOf('asked'), context)).toEqual({ approval: { id: 'asked' } });
  expect(lookedUp).toEqual(['asked']);
  context.askedLinks.add('asked 2');
  expect(await findByLink(keyOf('asked 2'), context)).toEqual({ approval: { id: 'asked 2' } });
  expect(lookedUp).toEqual(['asked']);
});

test('a sign-in is found, an unknown link is not, and a forgotten link is looked up again', async () => {
  const { context } = stores();
  expect(await findByLink(keyOf('sign-in'), context)).toEqual({ authorization: { id: 'sign-in' } });
  expect(await findByLink(keyOf('unknown'), context)).toEqual({ approval: undefined });
  for (const link of ['asked 1', 'asked 2', 'asked 3', 'asked 1'])
    expect(await findByLink(keyOf(link), context)).toEqual({ approval: { id: link } });
});
