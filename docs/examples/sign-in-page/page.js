import { loadDpopKeypair } from '@platform/sdk/dpop';
import { SsoClient } from '@platform/sdk/sso-client';

const element = (id) => document.getElementById(id);

const { ssoBaseUrl, providerAddress } = await (await fetch('/settings')).json();
// The tokens are bound to a key of this browser that no script can read.
const sso = new SsoClient({ ssoBaseUrl, providerAddress, dpop: { keypair: await loadDpopKeypair() } });

/** Reads the notes, or adds one. `sso.fetch` adds the access token and its proof, and renews the session when needed. */
async function send(init) {
  const response = await sso.fetch('/notes', init);
  if (!response.ok) throw new Error(`The API responded with ${response.status}.`);
  const { notes } = await response.json();
  element('notes').replaceChildren(
    ...notes.map((note) => Object.assign(document.createElement('li'), { textContent: note })),
  );
}

async function signIn() {
  const { deep_link: link, polling_code: pollingCode, comparison_code: code } = await sso.generateDeeplink();
  element('link').href = link;
  element('code').textContent = code ?? '';
  element('pending').hidden = false;
  const approval = await sso.waitForApproval(pollingCode);
  element('pending').hidden = true;
  if (approval.authorization_code === undefined) throw new Error(`The sign-in was ${approval.status}.`);
  await sso.exchangeToken(approval.authorization_code);
}

/** Runs an action of the user, then shows what its session allows. */
async function run(action) {
  element('failure').textContent = '';
  try {
    await action?.();
    const signedIn = sso.getSubject() !== null;
    if (signedIn) await send();
    // Whoever uses the browser next does not find them in the page.
    else element('notes').replaceChildren();
    element('signed-in').hidden = !signedIn;
    element('signed-out').hidden = signedIn;
  } catch (error) {
    element('failure').textContent = error.message;
  }
}

element('sign-in').addEventListener('click', () => run(signIn));
element('sign-out').addEventListener('click', () => run(() => sso.logout({ revoke: true })));
element('add').addEventListener('submit', (event) => {
  event.preventDefault();
  const body = new FormData(event.target).get('note');
  event.target.reset();
  void run(() => send({ method: 'POST', headers: { 'content-type': 'text/plain' }, body }));
});
await run();
