import * as z from 'zod/mini'
import { merchantSchema } from '#shared/api/merchant.ts'
import { payoutPreviewSchema } from '#shared/api/payout-preview.ts'
import { problemSchema } from '#shared/api/problem.ts'
import { countryRulesSchema, rulesIndexSchema } from '#shared/api/rules.ts'
import { sandboxHelpSchema } from '#shared/api/sandbox-help.ts'
import { validationOutcomeSchema } from '#shared/api/validation.ts'
import { validationProgressSchema } from '#shared/api/validation-progress.ts'
import { type JsonObject, operations, pathItem } from './operations.ts'
import { entrySchema, payoutRequestSchemas } from './payout-schemas.ts'
import { bankBodySchema, identityBodySchema } from './validation-bodies.ts'

/** The contract as OpenAPI 3.1, generated from the schemas that the server and the pages share. */
export function openapiDocument(): JsonObject {
  return {
    openapi: '3.1.0',
    info: { title: 'Payout Desk', version: '1', description: about },
    paths: Object.fromEntries(Object.entries(operations).map(([path, operation]) => [path, pathItem(operation)])),
    components: {
      schemas: {
        Problem: jsonSchema(problemSchema),
        PayoutEntry: entrySchema(),
        PayoutPreview: previewSchema(),
        ...payoutRequestSchemas(),
        IdentityValidation: jsonSchema(identityBodySchema()),
        BankValidation: jsonSchema(bankBodySchema()),
        ValidationOutcome: jsonSchema(validationOutcomeSchema),
        ValidationProgress: jsonSchema(validationProgressSchema),
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

function previewSchema(): JsonObject {
  const { properties, ...preview } = jsonSchema(payoutPreviewSchema)
  const request = {
    anyOf: Object.keys(payoutRequestSchemas()).map((name) => ({ $ref: `#/components/schemas/${name}` })),
  }
  return { ...preview, properties: { ...(typeof properties === 'object' ? properties : {}), request } }
}

function jsonSchema(schema: z.core.$ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema)
  return rest
}
