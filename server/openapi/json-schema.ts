import * as z from 'zod/mini'
import { paramsSchema } from '#shared/api/issue.ts'
import { issueParams } from '#shared/api/issue-codes.ts'
import type { JsonObject } from './path-item.ts'

/** As OpenAPI writes it. Wherever it holds an error, a warning or a notice, what its code carries is that of {@link saidSchema}. */
export function jsonSchema(schema: z.core.$ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    override: ({ zodSchema: { _zod }, jsonSchema: written }) => {
      const { def } = _zod
      if (def.type === 'object' && def.shape.params === paramsSchema)
        written.allOf = [{ $ref: '#/components/schemas/IssueContent' }]
    },
  })
  return rest
}

/** The closed list of what errors, warnings and notices say, for who words it in another language: each code with its params. */
export function saidSchema(): JsonObject {
  return {
    description: 'What a fault, a warning or a notice says: each code with its params, all that a sentence needs.',
    anyOf: Object.entries(issueParams).map(([code, params]) => ({
      properties: { code: { const: code }, params: jsonSchema(params) },
      required: ['code', 'params'],
    })),
  }
}
