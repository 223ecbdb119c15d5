import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { FilterChips } from '../ui/field.tsx';

interface SnippetCode {
  readonly language: string;
  readonly code: string;
}

/** A program to copy, in several languages. */
export function Snippet({
  title,
  codes,
}: {
  readonly title: string;
  readonly codes: readonly SnippetCode[];
}): ReactNode {
  const [language, setLanguage] = useState(codes[0]?.language ?? '');
  const [copied, setCopied] = useState('');
  const { code } = codes.find((one) => one.language === language) ?? { code: '' };
  return (
    <div className="card">
      <div className="row between">
        <h3>{title}</h3>
        <Button
          onClick={() =>
            void navigator.clipboard.writeText(code).then(
              () => setCopied(code),
              () => setCopied(''),
            )
          }
        >
          {copied === code && code !== '' ? 'Copied' : 'Copy'}
          <span className="hidden"> {`“${title}” in ${language}`}</span>
        </Button>
      </div>
      {codes.length > 1 && (
        <FilterChips
          label={`Language of “${title}”`}
          value={language}
          options={codes.map((one) => ({ value: one.language, text: one.language }))}
          onChange={setLanguage}
        />
      )}
      <pre tabIndex={0} aria-label={title}>
        {code}
      </pre>
    </div>
  );
}

interface SendExample {
  /** Address of the notification service. */
  readonly baseUrl: string;
  /** The key when it is known; else the programs read it from the environment. */
  readonly apiKey: string;
  /** Session address of the recipient. */
  readonly sub: string;
}

const keyVariable = 'PLATFORM_API_KEY';

/** Returns programs that send a test notification. */
export function sendSnippets({ baseUrl, apiKey, sub }: SendExample): readonly SnippetCode[] {
  const url = `${baseUrl}/api/v1/notifications/send`;
  const body = JSON.stringify({ sessionAddress: sub, body: 'Your flat white is ready!', test: 'delivered' });
  const shellKey = apiKey === '' ? `$${keyVariable}` : apiKey;
  return [
    {
      language: 'curl',
      code: `curl -sS '${url}' \\
  -H "X-Platform-Notifications-Key: ${shellKey}" \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`,
    },
    {
      language: 'TypeScript',
      code: `const response = await fetch('${url}', {
  method: 'POST',
  headers: {
    'x-platform-notifications-key': ${apiKey === '' ? `process.env.${keyVariable} ?? ''` : `'${apiKey}'`},
    'content-type': 'application/json',
  },
  body: JSON.stringify(${body}),
});
console.log(response.status, await response.text());`,
    },
    {
      language: 'Python',
      code: `import os, urllib.request

request = urllib.request.Request(
    "${url}",
    data=b'''${body}''',
    headers={
        "X-Platform-Notifications-Key": ${apiKey === '' ? `os.environ["${keyVariable}"]` : `"${apiKey}"`},
        "Content-Type": "application/json",
    },
)
with urllib.request.urlopen(request) as response:
    print(response.status, response.read().decode())`,
    },
  ];
}

/** Returns a receiver that verifies the events of a webhook. @param publicKey undefined: it reads the environment */
export function receiverSnippets(url: string, publicKey: string | undefined): readonly SnippetCode[] {
  const { pathname } = new URL(url);
  const key = publicKey === undefined ? `process.env.WEBHOOK_PUBLIC_KEY ?? ''` : `'${publicKey}'`;
  return [
    {
      language: 'TypeScript',
      code: `import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@platform/sdk/webhooks';

createServer(async (request, response) => {
  if (request.url !== '${pathname}') return response.writeHead(404).end();
  const rawBody = await buffer(request);
  const result = verifyWebhook({ rawBody, headers: request.headers, publicKey: ${key} });
  if (!result.ok) return response.writeHead(401).end();
  console.log(result.event.notificationId, result.event.status);
  response.writeHead(204).end();
}).listen(8080);`,
    },
  ];
}
