import { createLocalJWKSet, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { host } from './agent.ts';
import {
  field,
  possibleCases,
  type ProxiedService,
  type Seen,
  seenBy,
  startProxiedService,
} from './proxied-service.ts';
import type { Proxy } from './proxies.ts';
import { configOf, route, startGateway } from './start-gateway.ts';

test.runIf(process.env['CI'])('nginx and Caddy, Python and Go are installed in CI', () => {
  expect(possibleCases.map(({ name }) => name)).toEqual(expect.arrayContaining(['nginx', 'Caddy']));
});

type Mistake = readonly [what: string, change: (text: string) => string, code: string];
const without = (pattern: RegExp) => (text: string) => text.replaceAll(pattern, '');
/** What an operator might forget in the file of a proxy. Traefik and Envoy describe the request by themselves. */
const mistakes: Readonly<Record<Proxy['name'], Mistake[]>> = {
  nginx: [
    ['delete X-Agent headers', without(/proxy_set_header X-Agent-\S+ "";/g), 'forged_header'],
    ['send X-Forwarded-Uri', without(/proxy_set_header X-Forwarded-Uri .*;/g), 'missing_forwarded_header'],
    ['send X-Forwarded-Method', without(/proxy_set_header X-Forwarded-Method .*;/g), 'missing_forwarded_header'],
  ],
  Caddy: [
    ['delete X-Agent headers', without(/request_header -X[-_]Agent\S+/g), 'forged_header'],
    [
      'send X-Forwarded-Uri',
      (text) => text.replace('uri /verify', 'uri /verify\nheader_up -X-Forwarded-Uri'),
      'missing_forwarded_header',
    ],
  ],
  Traefik: [['delete X-Agent headers', without(/^ *X[-_]Agent[-_]\S+: ''$/gm), 'forged_header']],
  Envoy: [],
};

describe.each(possibleCases)('$name, $language', (proxied) => {
  const { name } = proxied;
  let service: ProxiedService;
  beforeAll(async () => {
    service = await startProxiedService(proxied);
  });
  afterAll(() => service.stop());

  /** Everything that CGI and WSGI would read as a header of the gateway. */
  const identityOf = ({ headers }: Seen) =>
    headers.filter(([sent]) => /^x[-_]agent[-_]/i.test(sent)).map(([sent, value]) => [sent.toLowerCase(), value]);

  test(`${name}: the upstream gets the verified owner, key, client and scope, and an assertion that the key set verifies`, async () => {
    const headers = await service.agent.prove('GET', `${service.base}/notes/7`, { scope: 'openid forum:write' });
    const response = await service.send({ target: '/notes/7?draft=1', headers });
    expect([response.status, response.body]).toEqual([200, expect.stringContaining('/notes/7?draft=1')]);
    const seen = seenBy(response);
    expect(field(seen, 'x-agent-jkt')).toEqual([service.agent.key.jkt]);
    expect(field(seen, 'x-agent-sub')).toEqual(['5e55105e55105e55105e55105e551000']);
    expect(field(seen, 'x-agent-client')).toEqual([service.provider.providerAddress]);
    expect(field(seen, 'x-agent-scope')).toEqual(['openid forum:write']);
    expect(field(seen, 'x-agent-helper-of').join('')).toBe('');
    expect([...field(seen, 'authorization'), ...field(seen, 'dpop')]).toEqual([]);

    const keys = await (await fetch(`${service.gateway.url}/.well-known/jwks.json`)).json();
    const { payload, protectedHeader } = await jwtVerify(
      field(seen, 'x-agent-assertion')[0] ?? '',
      createLocalJWKSet(keys),
      { typ: 'agent-assertion+jwt', issuer: 'agent-gateway', audience: 'https://notes.internal' },
    );
    expect(protectedHeader.alg).toBe('EdDSA');
    expect(payload).toMatchObject({ cnf: { jkt: service.agent.key.jkt }, htm: 'GET', htu: `${service.base}/notes/7` });
  });

  test(`${name}: the body and the method of a request reach the upstream`, async () => {
    const headers = await service.agent.prove('POST', `${service.base}/notes`);
    const response = await service.send({ method: 'POST', target: '/notes', headers, body: 'hello' });
    expect(response.status).toBe(200);
    expect(seenBy(response)).toMatchObject({ method: 'POST', path: '/notes', body: 'hello' });
  });

  test(`${name}: a helper's agents are in X-Agent-Helper-Of`, async () => {
    const claims = { act: { sub: service.agent.key.jkt, act: { sub: 'A'.repeat(43) } } };
    const response = await service.send({
      target: '/notes',
      headers: await service.agent.prove('GET', `${service.base}/notes`, { claims }),
    });
    expect(field(seenBy(response), 'x-agent-helper-of')).toEqual(['A'.repeat(43)]);
  });

  test(`${name}: without credentials the client gets 401 with the challenge and its algorithms`, async () => {
    const response = await service.send({ target: '/notes' });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      'DPoP error="invalid_token", algs="EdDSA Ed25519 ES256", scope="openid"',
    );
    expect(JSON.parse(response.body)).toMatchObject({ ok: false, code: 'missing_authorization' });
  });

  test(`${name}: the nonce that the gateway demands reaches the client, and a proof with it is accepted`, async () => {
    const authority = `${host}:${service.otherPort}`;
    const gateway = await startGateway({
      ...configOf(service.provider.ssoBaseUrl, route('/notes', { host: authority })),
      nonce: true,
    });
    const other = await service.startOther((text) => text, gateway.port);
    try {
      const send = async (proof: { readonly nonce?: string }) => {
        const headers = await service.agent.prove('GET', `https://${authority}/notes`, proof);
        return service.send({ target: '/notes', port: service.otherPort, host: authority, headers });
      };
      const refused = await send({});
      expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringContaining('DPoP error="use_dpop_nonce"'),
      ]);
      expect((await send({ nonce: refused.headers.get('dpop-nonce') ?? '' })).status).toBe(200);
    } finally {
      await other.stop();
      await gateway.stop();
    }
  });

  test(`${name}: a proof that was used is refused`, async () => {
    const headers = await service.agent.prove('GET', `${service.base}/notes`);
    expect((await service.send({ target: '/notes', headers })).status).toBe(200);
    const again = await service.send({ target: '/notes', headers });
    expect([again.status, JSON.parse(again.body)]).toMatchObject([401, { code: 'replayed_proof_jti' }]);
  });

  test(`${name}: what no route names is 403`, async () => {
    for (const [method, target] of [
      ['GET', '/'],
      ['DELETE', '/notes'],
      ['HEAD', '/notes'],
      ['GET', '/admin'],
    ] as const) {
      const headers = await service.agent.prove(method, service.base + target);
      expect([target, (await service.send({ method, target, headers })).status]).toEqual([target, 403]);
    }
  });

  test(`${name}: attack: headers of the gateway that the client sends reach the upstream in no spelling`, async () => {
    const names = ['Sub', 'Jkt', 'Client', 'Scope', 'Helper-Of', 'Content-Digest', 'Assertion'];
    const forged = names.flatMap((word) => [
      [`X-Agent-${word}`, 'forged'],
      [`x-agent-${word.toLowerCase()}`, 'forged'],
      [`X_Agent_${word.replace('-', '_')}`, 'forged'],
      [`X-Agent_${word}`, 'forged'],
      [`X_AGENT-${word.toUpperCase()}`, 'forged'],
    ]) as readonly (readonly [string, string])[];
    for (const line of forged) {
      const headers = [line, ...(await service.agent.prove('GET', `${service.base}/notes`)), line];
      const response = await service.send({ target: '/notes', headers });
      if (response.status === 200) expect(JSON.stringify(identityOf(seenBy(response)))).not.toContain('forged');
      // Envoy rejects underscores itself.
      else expect([400, 403]).toContain(response.status);
    }
  });

  test(`${name}: attack: continuation lines and spaces before the colon smuggle no header of the gateway`, async () => {
    const proven = await service.agent.prove('GET', `${service.base}/notes`);
    for (const line of [
      ['X-Note', 'a\r\n X-Agent-Sub: forged'],
      ['X-Note', 'a\r\n\tX-Agent-Sub: forged'],
      ['X-Note', 'a\rX-Agent-Sub: forged'],
      ['X-Note', 'a\nX-Agent-Sub: forged'],
      ['X-Agent-Sub ', 'forged'],
      ['X-Agent-Sub\t', 'forged'],
      [' X-Agent-Sub', 'forged'],
    ] as const) {
      const response = await service.send({ target: '/notes', headers: [...proven, line] });
      if (response.body.includes('"headers"'))
        expect([line, JSON.stringify(identityOf(seenBy(response)))]).not.toContain('forged');
      else expect(response.status).not.toBe(200);
    }
  });

  test(`${name}: attack: Connection tokens of the client remove no header of the gateway`, async () => {
    const headers = [
      ['Connection', 'close, X-Agent-Sub, X-Agent-Jkt, X-Agent-Assertion, X-Forwarded-Uri'] as const,
      ...(await service.agent.prove('GET', `${service.base}/notes`)),
    ];
    const response = await service.send({ target: '/notes', headers });
    expect(response.status).toBe(200);
    expect(field(seenBy(response), 'x-agent-jkt')).toEqual([service.agent.key.jkt]);
    expect(field(seenBy(response), 'x-agent-assertion')).toHaveLength(1);
  });

  test(`${name}: attack: X-Forwarded headers of the client change nothing`, async () => {
    const proven = await service.agent.prove('GET', `${service.base}/notes`);
    const forged = [
      ['X-Forwarded-Uri', '/notes'],
      ['X-Forwarded-Method', 'GET'],
      ['X-Forwarded-Host', 'other.example'],
      ['X-Forwarded-Proto', 'http'],
      ['X_Forwarded_Uri', '/notes'],
    ] as const;
    for (const [method, target] of [
      ['GET', '/admin'],
      ['DELETE', '/notes'],
    ] as const) {
      const { status } = await service.send({ method, target, headers: [...forged, ...proven] });
      expect([400, 401, 403]).toContain(status);
    }
  });

  test(`${name}: attack: repeated and folded credentials are refused`, async () => {
    const proven = await service.agent.prove('GET', `${service.base}/notes`);
    const twice = await service.send({ target: '/notes', headers: [...proven, ...proven] });
    expect([400, 401]).toContain(twice.status);
    const [authorization] = proven;
    const folded = await service.send({
      target: '/notes',
      headers: [...proven, ['X-Note', `a\r\n Authorization: ${authorization?.[1]}`]],
    });
    expect(folded.status === 400 || folded.status === 200).toBe(true);
  });

  test.each(mistakes[name])(
    `${name}: attack: a proxy that forgets to %s gets nothing through`,
    async (_what, change, code) => {
      const wrong = await service.startOther(change);
      try {
        const authority = `${host}:${service.otherPort}`;
        const proven = await service.agent.prove('GET', `https://${authority}/notes`);
        const headers = [...proven, ['X-Agent-Sub', 'forged']] as const;
        const response = await service.send({ target: '/notes', port: service.otherPort, host: authority, headers });
        expect([response.status, JSON.parse(response.body)]).toMatchObject([403, { code }]);
      } finally {
        await wrong.stop();
      }
    },
  );
});
