import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadDpopKeypair } from '@platform/sdk/dpop';
import { SsoClient } from '@platform/sdk/sso-client';
import { SsoProvider } from '@platform/sdk/sso-react';
import { App } from './app.tsx';

const { VITE_SSO_BASE_URL, VITE_PROVIDER_ADDRESS, VITE_API_URL } = import.meta.env;

const main = document.getElementById('app');
if (main === null) throw new Error('index.html has no element #app.');

// The tokens are bound to a key of this browser that no script can read.
const keypair = await loadDpopKeypair();
const client = new SsoClient({
  ssoBaseUrl: VITE_SSO_BASE_URL,
  providerAddress: VITE_PROVIDER_ADDRESS,
  dpop: { keypair },
  apiOrigins: [new URL(VITE_API_URL).origin], // no other origin gets the access token
});

createRoot(main).render(
  <StrictMode>
    <SsoProvider client={client} onError={(error) => console.warn(error.message)}>
      <App apiUrl={VITE_API_URL} />
    </SsoProvider>
  </StrictMode>,
);
