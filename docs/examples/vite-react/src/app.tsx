import { SignedIn, SignedOut, SignInButton } from '@platform/sdk/sso-react';
import { Notes } from './notes.tsx';

export function App({ apiUrl }: { readonly apiUrl: string }) {
  return (
    <>
      <h1>Field notes</h1>
      <SignInButton />
      <SignedOut>
        <p>Sign in to read and write your notes.</p>
      </SignedOut>
      <SignedIn>
        <Notes url={`${apiUrl}/notes`} />
      </SignedIn>
    </>
  );
}
