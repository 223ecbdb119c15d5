import { createDpopProof } from '../../src/client/dpop/dpop-keypair.ts';
import type { TestTokenOptions } from '../../src/client/testing/test-provider.ts';
import type { ServedProvider } from './provider.ts';
import type { HeaderLine } from './raw-request.ts';
import { newKey, type TestKey } from '../fixtures/protocol/keys.ts';

/** Host of the service behind the gateway. */
export const host = 'notes.example';
export const audience = `https://${host}`;

/** An agent with a token of the provider for the service. */
export interface Agent {
  readonly key: TestKey;
  /** Header lines that prove one request. */
  readonly prove: (method: string, url: string, more?: ProofOptions) => Promise<readonly HeaderLine[]>;
}

export interface ProofOptions extends TestTokenOptions {
  readonly nonce?: string;
}

export function createAgent(provider: ServedProvider): Agent {
  const key = newKey();
  return {
    key,
    prove: async (method, url, { nonce, claims, ...token } = {}) => {
      const accessToken = await provider.accessToken({
        jkt: key.jkt,
        ...token,
        claims: { aud: audience, auth_time: Math.floor(Date.now() / 1000) - 30, ...claims },
      });
      const proof = await createDpopProof({ keypair: key, method, url, accessToken, ...(nonce && { nonce }) });
      return [
        ['Authorization', `DPoP ${accessToken}`],
        ['DPoP', proof],
      ];
    },
  };
}
