import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { frameworksFor, redirectUriFor, snippetsOf } from './application-snippets.ts';

const guides = { next: 'next-auth', django: 'mozilla-django-oidc', spring: 'spring-security', proxy: 'oauth2-proxy' };
const guide = (name: string) =>
  readFileSync(new URL(`../../../docs/guides/relying-parties/${name}.md`, import.meta.url), 'utf8');
const frameworks = new Map(frameworksFor(false).map((framework) => [framework.value, framework]));

for (const [value, name] of Object.entries(guides))
  test(`portal: the setup of ${name} returns to the redirect URI of its guide`, () => {
    const framework = [...frameworks.values()].find((one) => one.value === value) ?? expect.fail(value);
    const own = redirectUriFor(framework, ['http://localhost:3000/callback']);
    expect(guide(name)).toMatch(new RegExp(`--redirect-uri ${own}\n`));
    expect(redirectUriFor(framework, ['com.example.app:/callback', 'https://app.example/x'])).toBe(
      `https://app.example${new URL(own).pathname}`,
    );
    expect(redirectUriFor(framework, ['https://app.example/x', own])).toBe(own);
  });

test('portal: the setup of Django knows people by sub, as its guide does', () => {
  const framework = frameworks.get('django') ?? expect.fail('django');
  const values = { issuer: 'https://sso.example', clientId: 'a', redirectUri: 'https://app.example', isPublic: false };
  const backend = snippetsOf(framework, values).find(({ file }) => file === 'platform_backend.py');
  expect(guide('mozilla-django-oidc')).toContain(backend?.code);
});

test('portal: an application has setups only for libraries that work with its credentials', () => {
  expect(frameworksFor(true).map(({ value }) => value)).toEqual(['next', 'express', 'vite']);
  expect([...frameworks.keys()]).toEqual(['next', 'express', 'django', 'spring', 'proxy']);
});
