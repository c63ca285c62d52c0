import * as z from 'zod/mini'
import { entrySchema, givenEntrySchema } from '#shared/api/entry.ts'
import { paramsSchema } from '#shared/api/issue.ts'
import { issueParams } from '#shared/api/issue-codes.ts'
import type { JsonObject } from './path-item.ts'

/**
 * As OpenAPI writes it. Wherever it holds an error, a warning or a notice, what its code carries is that of {@link saidSchema}; an entry
 * is described by the table of fields.
 */
export function jsonSchema(schema: z.core.$ZodType): JsonObject {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    // The page completes an entry as it reads it; on the wire there is what went in.
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema: written }) => {
      const { def } = zodSchema._zod
      if (zodSchema === givenEntrySchema) replace(written, { $ref: '#/components/schemas/PayoutEntry' })
      if (zodSchema === entrySchema) replace(written, { $ref: '#/components/schemas/SavedEntry' })
      if (def.type === 'object' && def.shape.params === paramsSchema)
        written.allOf = [{ $ref: '#/components/schemas/IssueContent' }]
    },
  })
  return rest
}

function replace(written: object, by: object): void {
  for (const name of Object.keys(written)) Reflect.deleteProperty(written, name)
  Object.assign(written, by)
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
