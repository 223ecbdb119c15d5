import { SignedIn, SignedOut, SignInButton } from '@platform/sdk/sso-react';
import { Notes } from './notes';

export default function Page() {
  return (
    <main>
      <h1>Field notes</h1>
      <SignInButton />
      <SignedOut>
        <p>Sign in to read and write your notes.</p>
      </SignedOut>
      <SignedIn>
        <Notes />
      </SignedIn>
    </main>
  );
}
