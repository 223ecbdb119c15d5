import { credentialsOf, type SampleHeader } from './credentials.ts';
import type { DocumentedContract, DocumentedOperation } from './read-contract.ts';
import { type SampleBody, sampleRequest } from './sample-request.ts';

/** Format that Postman, Bruno, Insomnia and Hoppscotch import. */
const schema = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** Headers of RFC 9449, which `agent-id-auth header` writes for one request. */
const proofHeaders: readonly SampleHeader[] = [
  { name: 'Authorization', text: 'DPoP ', secret: 'ACCESS_TOKEN' },
  { name: 'DPoP', text: '', secret: 'DPOP_PROOF' },
];

/**
 * Returns the requests of all samples of a contract as a Postman collection 2.1, in a folder for each tag. Secrets and the
 * address of the service are its variables.
 *
 * @param baseUrl of the service, without a trailing slash
 */
export function requestCollection(contract: DocumentedContract, baseUrl: string) {
  const folders = contract.tags
    .map((tag) => ({ ...tag, item: contract.operations.filter(({ tag: name }) => name === tag.name).map(requestItem) }))
    .filter(({ item }) => item.length > 0);
  const secrets = new Set(
    folders.flatMap(({ item }) =>
      item.flatMap(({ request }) => request.header.flatMap(({ value }) => variablesIn(value))),
    ),
  );
  return {
    info: { name: `${contract.title} ${contract.version}`, description: contract.summary, schema },
    variable: [{ key: 'baseUrl', value: baseUrl }, ...[...secrets].map((key) => ({ key, value: '' }))],
    item: folders,
  };
}

function requestItem(operation: DocumentedOperation) {
  const [[, credential] = ['', undefined]] = credentialsOf(operation);
  if (credential === undefined) throw new Error(`${operation.operationId} has no sample.`);
  const { method, url, query, headers, signed, body } = sampleRequest(operation, '{{baseUrl}}', credential);
  const sent = [...(signed ? proofHeaders : []), ...headers];
  const type = body === undefined || body.kind === 'form' ? [] : [{ key: 'Content-Type', value: body.type }];
  const parameters = query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return {
    name: operation.summary,
    request: {
      method,
      url: parameters === '' ? url : `${url}?${parameters}`,
      header: [...sent.map(({ name, text, secret }) => ({ key: name, value: text + variable(secret) })), ...type],
      ...(body === undefined ? {} : { body: bodyOf(body) }),
      description: operation.description,
    },
  };
}

const variable = (name: string | undefined): string => (name === undefined ? '' : `{{${name}}}`);
const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)].flatMap(([, name = '']) => (name === 'baseUrl' ? [] : name));

const bodyOf = (body: SampleBody) =>
  body.kind === 'form'
    ? { mode: 'urlencoded', urlencoded: body.fields.map(([key, value]) => ({ key, value })) }
    : { mode: 'raw', raw: body.text, options: { raw: { language: 'json' } } };
