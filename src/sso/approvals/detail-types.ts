import type { DetailType } from '../../../generated/sso/types.ts';
import { ofRequest } from '../administration/audit-store.ts';
import { requireApplication, requireApplicationOwner, requireDeveloper } from '../applications/developer.ts';
import { detailTypeExists, detailTypeLimit, detailTypeNotFound } from '../errors/application-errors.ts';
import { detailsTypeNotFound, invalidOauthRequest } from '../errors/oauth-errors.ts';
import type { SsoHandler } from '../handler.ts';
import { detailSchema, usedOnce } from './details.ts';
import {
  definitionViolation,
  maxDetailTypes,
  publishedSchema,
  type RegisteredType,
  typeIdOf,
} from './registered-type.ts';

const typeResponse = (type: RegisteredType): DetailType => ({
  type: typeIdOf(type),
  name: type.name,
  schema: type.schema,
  sentences: type.sentences,
  usedOnce: type.usedOnce,
  createdAt: type.createdAt.toISOString(),
});

/** Lists the types of authorization details that an application registered. */
export const getDetailTypes: SsoHandler<'getDetailTypes'> = async ({ path: { clientId }, respond, ...context }) => {
  await requireApplication(context, clientId, requireDeveloper(context));
  return respond(200, { types: (await context.detailTypes.list(clientId)).map(typeResponse) });
};

/** Registers a type, which never changes. */
export const createDetailType: SsoHandler<'createDetailType'> = async ({
  path: { clientId },
  body,
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, now, request } = context;
  await requireApplicationOwner(context, clientId, ownerSub);
  const violation = definitionViolation(body);
  if (violation !== undefined) throw invalidOauthRequest(violation);
  const type = { ...body, usedOnce: body.usedOnce ?? false, clientAddress: clientId, createdAt: now() };
  await atomically(async (stores) => {
    const { applicationMembers, detailTypes, audit } = stores;
    await applicationMembers.lock(clientId);
    await requireApplicationOwner(stores, clientId, ownerSub);
    const known = await detailTypes.list(clientId);
    if (known.some(({ name }) => name === type.name)) throw detailTypeExists(type.name);
    if (known.length >= maxDetailTypes) throw detailTypeLimit(maxDetailTypes);
    await detailTypes.create(type);
    const about = { at: type.createdAt, ...ofRequest(request), ownerSub, clientAddress: clientId };
    await audit.record({ event: 'detail_type_added', ...about, details: { type: type.name } });
  });
  return respond(201, typeResponse(type));
};

/** Removes a type. What was asked before keeps its sentence. */
export const deleteDetailType: SsoHandler<'deleteDetailType'> = async ({
  path: { clientId, name },
  respond,
  ...context
}) => {
  const ownerSub = requireDeveloper(context);
  const { atomically, now, request } = context;
  await atomically(async (stores) => {
    await requireApplicationOwner(stores, clientId, ownerSub);
    if (!(await stores.detailTypes.remove(clientId, name))) throw detailTypeNotFound(name);
    const about = { at: now(), ...ofRequest(request), ownerSub, clientAddress: clientId };
    await stores.audit.record({ event: 'detail_type_removed', ...about, details: { type: name } });
  });
  return respond(204);
};

/** Returns the JSON Schema of a type, the provider's own or one of an application (RFC 9396 §10). */
export const getAuthorizationDetailsType: SsoHandler<'getAuthorizationDetailsType'> = async ({
  path: { type },
  detailTypes,
  respond,
}) => {
  const own = detailSchema(type);
  if (own) return respond(200, { type, schema: own, usedOnce: usedOnce(type) });
  const [, clientAddress = '', name = ''] = /^([0-9a-f]{32}):([a-z][a-z0-9-]{0,31})$/.exec(type) ?? [];
  const [found] = name === '' ? [] : await detailTypes.named(clientAddress, [name]);
  if (!found) throw detailsTypeNotFound(type);
  return respond(200, { type, schema: publishedSchema(found), usedOnce: found.usedOnce, sentences: found.sentences });
};
