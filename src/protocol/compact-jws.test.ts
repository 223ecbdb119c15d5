import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBase64url } from './base64url.ts';
import { utf8, utf8Text } from './bytes.ts';
import { MalformedJwsError, parseCompactJws, parseCompactJwt } from './compact-jws.ts';
import { rfc8037Signer, signJwt } from '../../contract-tests/fixtures/protocol/keys.ts';

const rfc8037Jws =
  'eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc.hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg';

test('RFC 8037 A.4: the example JWS is parsed', () => {
  const jws = parseCompactJws(rfc8037Jws);
  expect(jws.header).toEqual({ alg: 'EdDSA' });
  expect(utf8Text(jws.payload)).toBe('Example of Ed25519 signing');
  expect(jws.signingInput).toBe('eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc');
  expect(jws.signature).toEqual(new Uint8Array(rfc8037Signer.sign(utf8(jws.signingInput))));
});

test('RFC 7515 A.1: the example header and claims are parsed, line ends included', () => {
  const jwt = parseCompactJwt(
    'eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ.dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  );
  expect(jwt.header).toEqual({ typ: 'JWT', alg: 'HS256' });
  expect(jwt.claims).toEqual({ iss: 'joe', exp: 1300819380, 'http://example.com/is_root': true });
});

const header = encodeBase64url(utf8('{"alg":"EdDSA"}'));
const text = (json: string) => encodeBase64url(utf8(json));

test.each<[title: string, reason: string, jws: unknown]>([
  ['no text', 'not a string', Uint8Array.of(0x2e)],
  ['nothing', 'three segments', ''],
  ['one segment', 'three segments', header],
  ['two segments', 'three segments', `${header}.e30`],
  ['four segments', 'three segments', `${header}.e30.AA.AA`],
  ['five segments, as an encrypted JWT has', 'three segments', `${header}.AA.AA.AA.AA`],
  ['an empty header', 'not a JSON object with distinct member names', '.e30.AA'],
  ['a padded header', 'not canonical base64url', `${header}=.e30.AA`],
  ['a padded payload', 'not canonical base64url', `${header}.e30=.AA`],
  ['a padded signature', 'not canonical base64url', `${header}.e30.AA==`],
  ['another spelling of the signature', 'not canonical base64url', `${header}.e30.AB`],
  ['a space before', 'not canonical base64url', ` ${header}.e30.AA`],
  ['a line end after', 'not canonical base64url', `${header}.e30.AA\n`],
  ['a header that is no JSON', 'not a JSON object with distinct member names', `${text('alg=EdDSA')}.e30.AA`],
  ['a header that is an array', 'not a JSON object with distinct member names', `${text('[]')}.e30.AA`],
  ['a header that is null', 'not a JSON object with distinct member names', `${text('null')}.e30.AA`],
  [
    'a header with a repeated name',
    'not a JSON object with distinct member names',
    `${text('{"alg":"EdDSA","alg":"none"}')}.e30.AA`,
  ],
  [
    'a header with a byte order mark',
    'not a JSON object with distinct member names',
    `${text('\u{feff}{"alg":"EdDSA"}')}.e30.AA`,
  ],
  [
    'a header that asks for an extension (§4.1.11)',
    'has crit',
    `${text('{"alg":"EdDSA","crit":["exp"],"exp":1}')}.e30.AA`,
  ],
  ['an empty crit', 'has crit', `${text('{"alg":"EdDSA","crit":[]}')}.e30.AA`],
  [
    'an unencoded payload (RFC 7797)',
    'not canonical base64url',
    `${text('{"alg":"EdDSA","b64":false,"crit":["b64"]}')}.$.AA`,
  ],
  ['more than 16384 characters', 'longer than 16384 characters', `${header}.${'A'.repeat(16_384)}.AA`],
])('RFC 7515 §5.2: %s is rejected with the message "… %s …"', (_, reason, jws) => {
  expect(() => parseCompactJws(jws)).toThrow(MalformedJwsError);
  expect(() => parseCompactJws(jws)).toThrow(reason);
});

test('compact JWS: 16384 characters are accepted', () => {
  const payload = 'A'.repeat(16_384 - `${header}..AA`.length);
  expect(parseCompactJws(`${header}.${payload}.AA`).payload).toHaveLength((payload.length / 4) * 3);
});

test.each([
  ['no JSON', 'claims'],
  ['an array', '[]'],
  ['a repeated claim', '{"htm":"GET","htm":"POST"}'],
  ['nothing', ''],
])('RFC 7519 §7.2: a payload that is %s is rejected', (_, payload) => {
  const jwt = `${header}.${text(payload)}.AA`;
  expect(() => parseCompactJwt(jwt)).toThrow(MalformedJwsError);
  expect(() => parseCompactJwt(jwt)).toThrow('The payload is not a JSON object with distinct member names.');
});

test('compact JWS: any input is parsed or throws MalformedJwsError', () => {
  const segment = fc.oneof(fc.string(), fc.json().map(text), fc.string().map(text));
  const nearly = fc.array(segment, { maxLength: 5 }).map((segments) => segments.join('.'));
  fc.assert(
    fc.property(fc.oneof(fc.anything(), nearly), (value) => {
      try {
        parseCompactJwt(value);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedJwsError);
      }
    }),
  );
});

test('compact JWS: no two texts parse to the same JWS', () => {
  const jws = signJwt({ alg: 'EdDSA' }, { a: 1 }, rfc8037Signer.sign);
  const original = parseCompactJws(jws);
  fc.assert(
    fc.property(fc.nat(jws.length - 1), fc.constantFrom(...Array.from('AQgw-_=+/ \n')), (at, character) => {
      const changed = jws.slice(0, at) + character + jws.slice(at + 1);
      try {
        if (changed !== jws) expect(parseCompactJws(changed)).not.toEqual(original);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedJwsError);
      }
    }),
  );
});
