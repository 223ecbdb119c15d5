import type { SampleHeader } from './credentials.ts';
import { isJsonObject } from '../protocol/json-object.ts';
import { fullUrl, type SampleRequest } from './sample-request.ts';

/** Returns a Python program with the package requests. Secrets are environment variables. */
export function pythonSample(request: SampleRequest): string {
  const { method, headers, signed, body, streams, redirects } = request;
  const sent = body?.kind === 'signed' ? [...headers, { name: 'Content-Type', text: body.type }] : headers;
  const members = [...(signed ? ['**signed,'] : []), ...sent.map((header) => `${member(header)},`)];
  const arguments_ = [
    `${text(method)},`,
    'url,',
    ...headersArgument(members),
    ...bodyArgument(body),
    ...(streams ? ['stream=True,'] : []),
    ...(redirects ? ['allow_redirects=False,'] : []),
  ];
  const modules = [
    ...(sent.some(({ secret }) => secret !== undefined) ? ['os'] : []),
    ...(signed ? ['subprocess'] : []),
  ];
  return [
    '# pip install requests',
    ...modules.map((name) => `import ${name}`),
    ...(modules.length === 0 ? [] : ['']),
    'import requests',
    '',
    `url = ${text(fullUrl(request))}`,
    ...(signed
      ? [
          `command = ["agent-id-auth", "header", "--raw", "--method", ${text(method)}, "--url", url]`,
          'lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()',
          'signed = dict(line.split(": ", 1) for line in lines)',
        ]
      : []),
    ...block('response = requests.request(', arguments_, ')'),
    ...(streams
      ? ['for line in response.iter_lines(decode_unicode=True):', '    print(line)']
      : ['print(response.status_code, response.text)']),
  ].join('\n');
}

const headersArgument = (members: readonly string[]): readonly string[] => {
  if (members.length === 0) return [];
  return members.length === 1 && members[0] === '**signed,' ? ['headers=signed,'] : block('headers={', members, '},');
};

const block = (open: string, lines: readonly string[], close: string): readonly string[] => [
  open,
  ...lines.map((line) => `    ${line}`),
  close,
];

function member({ name, text: value, secret }: SampleHeader): string {
  const written =
    secret === undefined ? text(value) : `${value === '' ? '' : `${text(value)} + `}os.environ["${secret}"]`;
  return `${text(name)}: ${written}`;
}

function bodyArgument(body: SampleRequest['body']): readonly string[] {
  if (body === undefined) return [];
  if (body.kind === 'form')
    return block(
      'data={',
      body.fields.map(([name, value]) => `${text(name)}: ${text(value)},`),
      '},',
    );
  if (body.kind === 'signed') return [`data=${text(body.text)}.encode(),`];
  return `json=${literal(body.value)},`.split('\n');
}

/** Formats a JSON value as Python. @param indent white space before the line on which the value starts */
function literal(value: unknown, indent = ''): string {
  const inner = `${indent}    `;
  const listed = (open: string, parts: readonly string[], close: string) => {
    const oneLine = `${open}${parts.join(', ')}${close}`;
    if (oneLine.length <= 60 && !oneLine.includes('\n')) return oneLine;
    return `${open}\n${parts.map((part) => `${inner}${part},`).join('\n')}\n${indent}${close}`;
  };
  if (Array.isArray(value))
    return listed(
      '[',
      value.map((one) => literal(one, inner)),
      ']',
    );
  if (isJsonObject(value))
    return listed(
      '{',
      Object.entries(value).map(([name, one]) => `${text(name)}: ${literal(one, inner)}`),
      '}',
    );
  if (typeof value === 'string') return text(value);
  return constants.get(value) ?? String(value);
}

const constants: ReadonlyMap<unknown, string> = new Map<unknown, string>([
  [true, 'True'],
  [false, 'False'],
  [null, 'None'],
]);

/** A JSON string is a Python string too. */
const text = (value: string): string => JSON.stringify(value);
