import type { SampleHeader } from './credentials.ts';
import { fullUrl, type SampleRequest } from './sample-request.ts';

/** Returns a Go program that uses the standard library only. Secrets are environment variables. */
export function goSample(request: SampleRequest): string {
  const { method, headers, signed, body, redirects } = request;
  const type = body?.kind === 'form' ? 'application/x-www-form-urlencoded' : body?.type;
  const sent = type === undefined ? headers : [...headers, { name: 'Content-Type', text: type }];
  const lines = [
    `target := ${text(fullUrl(request))}`,
    ...bodyLines(body),
    `request, err := http.NewRequest(${text(method)}, target, ${body === undefined ? 'nil' : 'body'})`,
    ...failure,
    ...(signed ? signing(method) : []),
    ...sent.map(headerLine),
    // The client follows redirects; its transport does not.
    `response, err := ${redirects ? 'http.DefaultTransport.RoundTrip' : 'http.DefaultClient.Do'}(request)`,
    ...failure,
    'defer response.Body.Close()',
    'fmt.Println(response.Status)',
    'if _, err := io.Copy(os.Stdout, response.Body); err != nil {',
    '\tlog.Fatal(err)',
    '}',
  ];
  const packages = [
    'fmt',
    'io',
    'log',
    'net/http',
    ...(body?.kind === 'form' ? ['net/url'] : []),
    'os',
    ...(signed ? ['os/exec'] : []),
    ...(signed || body !== undefined ? ['strings'] : []),
  ];
  return [
    'package main',
    '',
    'import (',
    ...packages.map((name) => `\t"${name}"`),
    ')',
    '',
    'func main() {',
    ...lines.map((line) => `\t${line}`),
    '}',
  ].join('\n');
}

const failure = ['if err != nil {', '\tlog.Fatal(err)', '}'];

const signing = (method: string): readonly string[] => [
  `signed, err := exec.Command("agent-id-auth", "header", "--raw", "--method", ${text(method)}, "--url", target).Output()`,
  ...failure,
  'for line := range strings.Lines(string(signed)) {',
  '\tname, value, _ := strings.Cut(strings.TrimSpace(line), ": ")',
  '\trequest.Header.Set(name, value)',
  '}',
];

function bodyLines(body: SampleRequest['body']): readonly string[] {
  if (body === undefined) return [];
  if (body.kind === 'form')
    return [
      'form := url.Values{',
      ...body.fields.map(([name, value]) => `\t${text(name)}: {${text(value)}},`),
      '}',
      'body := strings.NewReader(form.Encode())',
    ];
  // A raw string shows JSON without escapes, and its lines keep their own indent.
  const written = body.text.includes('`') ? text(body.text) : `\`${body.text}\``;
  return [`body := strings.NewReader(${written})`];
}

const headerLine = ({ name, text: value, secret }: SampleHeader): string => {
  const secretValue = `os.Getenv(${text(secret ?? '')})`;
  const written = secret === undefined ? text(value) : value === '' ? secretValue : `${text(value)}+${secretValue}`;
  return `request.Header.Set(${text(name)}, ${written})`;
};

/** A JSON string is a Go string too, because JSON escapes no character in a way that Go does not know. */
const text = (value: string): string => JSON.stringify(value);
