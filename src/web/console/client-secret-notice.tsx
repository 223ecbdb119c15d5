import type { ReactNode } from 'react';
import { CopyText } from '../ui/copy-text.tsx';

/** A client secret, which is shown once. */
export function ClientSecretNotice({ secret }: { readonly secret: string }): ReactNode {
  return (
    <>
      <p>
        <strong>Copy the secret now.</strong> It is shown only once; the provider stores its hash.
      </p>
      <p>
        <CopyText label="secret" value={secret} />
      </p>
    </>
  );
}
