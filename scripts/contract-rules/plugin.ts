/**
 * Rules of the contracts beside Redocly's own (`npm run lint:specs`): what generated SDKs need, and the policy that the
 * runtime reads. docs/contracts.md lists them.
 */
import {
  areaErrors,
  closedRequests,
  formWithoutEnums,
  linkParametersOnly,
  namedBodies,
  openResponses,
  declaredRetryAfter,
  generatorNames,
  integerFormats,
  namedSchemas,
  noBooleanConst,
  noDefaultOfNames,
  noNullableObject,
  noTypeUnion,
  oneOfDiscriminator,
  patternOrFormat,
  schemaNames,
  typedConst,
  uniqueEnumNames,
} from './schemas.ts';
import { declaredCors, declaredEffects, knownSecurity, operationVerbs, pagedLists, webhookTag } from './operations.ts';

export const contractRules = {
  'area-errors': areaErrors,
  'closed-requests': closedRequests,
  'declared-cors': declaredCors,
  'declared-effects': declaredEffects,
  'form-without-enums': formWithoutEnums,
  'generator-names': generatorNames,
  'integer-formats': integerFormats,
  'known-security': knownSecurity,
  'link-parameters-only': linkParametersOnly,
  'named-bodies': namedBodies,
  'named-schemas': namedSchemas,
  'no-boolean-const': noBooleanConst,
  'no-default-of-names': noDefaultOfNames,
  'no-nullable-object': noNullableObject,
  'no-type-union': noTypeUnion,
  'one-of-discriminator': oneOfDiscriminator,
  'open-responses': openResponses,
  'operation-verbs': operationVerbs,
  'paged-lists': pagedLists,
  'pattern-or-format': patternOrFormat,
  'retry-after': declaredRetryAfter,
  'schema-names': schemaNames,
  'typed-const': typedConst,
  'unique-enum-names': uniqueEnumNames,
  'webhook-tag': webhookTag,
};

// Redocly reads the default export of a plugin.
// oxlint-disable-next-line import/no-default-export
export default function plugin(): object {
  return { id: 'contract', rules: { oas3: contractRules } };
}
