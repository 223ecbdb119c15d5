import { type ReactNode, useState } from 'react';
import { Badge, Time, type Tone } from '../ui/values.tsx';
import { Button } from '../ui/button.tsx';
import { useAction, useResource, Wait } from '../ui/requests.tsx';
import { ErrorNotice } from '../ui/error-notice.tsx';
import { ConfirmDialog, useConfirmed } from '../ui/dialog.tsx';
import type { ConsoleApi } from './console-api.ts';
import type { FormerJwk } from '../../../generated/sso/types.ts';

/** Signing keys of the provider: rotates them, and revokes a leaked one. */
export function SigningKeysPage({ api: { call, sso } }: { readonly api: ConsoleApi }): ReactNode {
  const [next, setNext] = useState<string>();
  const history = useResource('keys', (signal) => call(() => sso.getJwksHistory({ signal })));
  const rotate = useAction(async () => {
    const { kid } = await call(() => sso.rotateSigningKey());
    setNext(kid);
    history.reload();
  });
  const revoke = useConfirmed(async (kid: string) => {
    await call(() => sso.revokeSigningKey({ path: { kid } }));
    if (kid === next) setNext(undefined);
    history.reload();
  });
  const keys = history.value === undefined || history.value === null ? undefined : history.value.keys.toReversed();
  return (
    <>
      <div className="row between">
        <h1>Signing keys</h1>
        <Button kind="primary" busy={rotate.busy} onClick={() => void rotate.run()}>
          Rotate
        </Button>
      </div>
      <p className="lead">
        A new key is published at once and signs ten minutes later. The former one stays published, so that older tokens
        can be verified.
      </p>
      <ErrorNotice error={rotate.error ?? history.error} />
      {next !== undefined && (
        <p className="notice good" role="status">
          The key <code>{next}</code> signs next.
        </p>
      )}
      {keys === undefined && history.loading && <Wait />}
      {keys !== undefined && (
        <ul className="entries">
          {keys.map((key) => {
            const { text, tone, revocable } = signingKeyState(key, Date.now() / 1000);
            return (
              <li key={key.kid} className="card">
                <div className="row between">
                  <code>{key.kid}</code>
                  <Badge tone={tone}>{text}</Badge>
                </div>
                <div className="row between">
                  <p className="soft">
                    Signs from <Time at={new Date(key.from * 1000).toISOString()} />
                    {key.until !== undefined && (
                      <>
                        {' '}
                        until <Time at={new Date(key.until * 1000).toISOString()} />
                      </>
                    )}
                  </p>
                  {revocable && (
                    <Button kind="danger" onClick={() => revoke.ask(key.kid)}>
                      Revoke…
                    </Button>
                  )}
                </div>
              </li>
            );
          })}
        </ul>
      )}
      {revoke.asked !== undefined && (
        <ConfirmDialog
          title="Revoke this signing key?"
          action="Revoke the key"
          typed={revoke.asked.slice(0, 8)}
          confirmation={revoke}
        >
          <p>
            For a leaked key. Every token that it signed is rejected. People stay signed in, because applications fetch
            new tokens. <strong>This cannot be undone.</strong>
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Returns what a signing key does. @param now Unix seconds */
export function signingKeyState(
  { from, until, revoked }: Pick<FormerJwk, 'from' | 'until' | 'revoked'>,
  now: number,
): { readonly text: 'revoked' | 'signs next' | 'signed' | 'signs'; readonly tone: Tone; readonly revocable: boolean } {
  if (revoked !== undefined) return { text: 'revoked', tone: 'bad', revocable: false };
  if (from > now) return { text: 'signs next', tone: 'busy', revocable: true };
  if (until !== undefined && until <= now) return { text: 'signed', tone: 'quiet', revocable: true };
  return { text: 'signs', tone: 'good', revocable: true };
}
