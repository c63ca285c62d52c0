import type * as z from 'zod/mini'
import { activityPageSchema } from '#shared/api/activity.ts'
import { savedValidationsSchema } from '#shared/api/beneficiary.ts'
import { draftReceiptSchema, draftSchema, draftsSchema, draftWriteSchema } from '#shared/api/draft.ts'
import { merchantSchema } from '#shared/api/merchant.ts'
import { payoutPreviewSchema } from '#shared/api/payout-preview.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { countryRulesSchema, rulesIndexSchema } from '#shared/api/rules.ts'
import { sandboxHelpSchema } from '#shared/api/sandbox-help.ts'
import { sessionSchema, signInSchema } from '#shared/api/session.ts'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { validationProgressSchema } from '#shared/api/validation-progress.ts'
import type { FieldTable } from '#shared/payout/fields.ts'
import { beneficiaryApiSchemas } from './beneficiary-operations.ts'
import { jsonSchema, saidSchema } from './json-schema.ts'
import { operations } from './operations.ts'
import { type JsonObject, pathItem } from './path-item.ts'
import { payoutApiSchemas } from './payout-operations.ts'
import { givenEntry, payoutRequestSchemas, savedEntry } from './payout-schemas.ts'
import { bankBodySchema, identityBodySchema } from './validation-bodies.ts'

/** The contract as OpenAPI 3.1, generated from the schemas that the server and the pages share. */
export function openapiDocument(fields: FieldTable): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Payout Desk', version: '1', description: about },
    paths: Object.fromEntries(Object.entries(operations).map(([path, served]) => [path, pathItem([served].flat())])),
    components: {
      securitySchemes: {
        person: { type: 'apiKey', in: 'cookie', name: 'payout-desk-person', description: 'Set by POST /api/session.' },
      },
      schemas: {
        Problem: jsonSchema(problemSchema),
        IssueContent: saidSchema(),
        PayoutEntry: givenEntry(fields),
        SavedEntry: savedEntry(fields),
        PayoutPreview: previewSchema(fields),
        ...payoutRequestSchemas(fields),
        IdentityValidation: jsonSchema(identityBodySchema()),
        BankValidation: jsonSchema(bankBodySchema()),
        ValidationOutcome: jsonSchema(validationOutcomeSchema),
        ValidationProgress: jsonSchema(validationProgressSchema),
        Session: jsonSchema(sessionSchema),
        SignIn: jsonSchema(signInSchema),
        Drafts: jsonSchema(draftsSchema),
        Draft: jsonSchema(draftSchema),
        DraftWrite: jsonSchema(draftWriteSchema),
        DraftReceipt: jsonSchema(draftReceiptSchema),
        SavedValidations: jsonSchema(savedValidationsSchema),
        ActivityPage: jsonSchema(activityPageSchema),
        ...jsonSchemas(beneficiaryApiSchemas),
        ...jsonSchemas(payoutApiSchemas),
        Merchant: jsonSchema(merchantSchema),
        RulesIndex: jsonSchema(rulesIndexSchema),
        CountryRules: jsonSchema(countryRulesSchema),
        SandboxHelp: jsonSchema(sandboxHelpSchema),
      },
    },
  }
}

const about = [
  'Every failure is a problem (RFC 9457) with a code of a closed list; all faults of a body come at once.',
  'Bodies are JSON in UTF-8 of at most 256 KiB; unknown, repeated and __proto__ fields are refused.',
  'A number that a double cannot hold exactly is read as its own text.',
  'Requests that write must come from this origin: Sec-Fetch-Site same-origin or none, or no Origin but ours.',
  'Check digits and other public standards only warn, so the schemas do not hold them.',
].join(' ')

function previewSchema(fields: FieldTable): JsonObject {
  const { properties, ...preview } = jsonSchema(payoutPreviewSchema)
  const request = {
    anyOf: Object.keys(payoutRequestSchemas(fields)).map((name) => ({ $ref: `#/components/schemas/${name}` })),
  }
  return { ...preview, properties: { ...(typeof properties === 'object' ? properties : {}), request } }
}

function jsonSchemas(schemas: Readonly<Record<string, z.core.$ZodType>>): JsonObject {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, jsonSchema(schema)]))
}
