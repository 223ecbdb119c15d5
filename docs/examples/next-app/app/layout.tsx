import type { ReactNode } from 'react';
import { SignIn } from './sign-in';

export const metadata = { title: 'Field notes' };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <SignIn>{children}</SignIn>
      </body>
    </html>
  );
}
