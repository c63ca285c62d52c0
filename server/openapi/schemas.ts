import * as z from 'zod/mini'
import { entrySchema, givenEntrySchema, maskedFieldsSchema } from '#shared/api/entry.ts'
import { appEventSchema } from '#shared/api/events.ts'
import { issueSchema, paramsSchema } from '#shared/api/issue.ts'
import { issueParams } from '#shared/api/issue-codes.ts'
import { maskedRequestSchema, payoutRequestSchema } from '#shared/api/payout-preview.ts'
import { problemParamsSchema, problemSchema } from '#shared/api/problem.ts'
import { problemReasonSchema } from '#shared/api/problem-reasons.ts'
import { personSchema } from '#shared/api/session.ts'
import { warningSchema } from '#shared/api/warning.ts'
import { countryCodes, ruleBook } from '#shared/countries/rule-book.ts'
import { english } from '#shared/language/english.ts'
import type { FieldDefinition, FieldTable } from '#shared/payout/fields.ts'
import { requestJsonSchema } from '#shared/rules/request-json-schema.ts'
import { type NamedSchema, named, type Route } from '../http/route.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** What many answers hold, so that the document says it once. */
const shared: readonly NamedSchema<unknown>[] = [
  named('AppEvent', appEventSchema),
  named('Issue', issueSchema),
  named('MaskedFields', maskedFieldsSchema),
  named('MaskedRequest', maskedRequestSchema),
  named('PayoutEntry', givenEntrySchema),
  named('PayoutRequest', payoutRequestSchema),
  named('Person', personSchema),
  named('Problem', problemSchema),
  named('ProblemParams', problemParamsSchema),
  named('ProblemReason', problemReasonSchema),
  named('SavedEntry', entrySchema),
  named('Warning', warningSchema),
]

/**
 * The schemas of all bodies and answers under their names. What the provider is to receive comes out of the rule book, a country each, and
 * what an entry holds out of the table of fields.
 */
export function namedSchemas(routes: readonly Route[], fields: FieldTable): JsonObject {
  const registry = z.registry<{ id: string }>()
  const taken = new Map<string, z.core.$ZodType>()
  for (const { name, schema } of [...shared, ...routes.flatMap(namedOf)]) {
    if ((taken.get(name) ?? schema) !== schema) throw new Error(`Two schemas are named ${name}.`)
    taken.set(name, schema)
    registry.add(schema, { id: name })
  }
  const { schemas } = z.toJSONSchema(registry, {
    uri: (id) => ref(id).$ref,
    // The page completes an entry as it reads it; on the wire there is what went in.
    unrepresentable: 'any',
    override: finish,
  })
  const countries = payoutRequestSchemas(fields)
  return {
    ...Object.fromEntries(Object.entries(schemas).map(([name, { $schema, $id, ...schema }]) => [name, schema])),
    ...countries,
    PayoutRequest: { anyOf: Object.keys(countries).map(ref) },
    PayoutEntry: givenEntry(fields),
    SavedEntry: savedEntry(fields),
    IssueContent: issueContentSchema(),
  }
}

/** A schema without a name of its own, as OpenAPI writes it. */
export function jsonSchema(schema: z.core.$ZodType): JsonObject {
  const { $schema, ...written } = z.toJSONSchema(schema, { unrepresentable: 'any', override: finish })
  return written
}

export function ref(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

function namedOf({ body, answer }: Route): readonly NamedSchema<unknown>[] {
  return [body, answer].filter((one) => one !== undefined).filter((one) => 'name' in one)
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>

/** What zod leaves out: which params belong to a code, what a function checks, which only words can say, and the properties of a record of a closed list. */
const finish: Override = ({ zodSchema: { _zod }, jsonSchema: written }) => {
  const { def } = _zod
  if (def.type === 'object' && def.shape.params === paramsSchema) written.allOf = [ref('IssueContent')]
  if (def.type === 'record' && written.required !== undefined) {
    written.properties = Object.fromEntries(written.required.map((name) => [name, written.additionalProperties ?? {}]))
    written.additionalProperties = false
    delete written.propertyNames
  }
  const isCheckedByFunction =
    def.checks?.some((check) => ['custom', 'overwrite'].includes(check._zod.def.check)) ?? false
  if (isCheckedByFunction && written.description === undefined)
    throw new Error('A schema is checked by a function: say in its description what that wants.')
}

/** PayoutRequestAR, PayoutRequestBR, … */
function payoutRequestSchemas(fields: FieldTable): Readonly<Record<string, JsonObject>> {
  return Object.fromEntries(
    countryCodes.map((code) => [
      `PayoutRequest${code}`,
      withoutListsOfOne(requestJsonSchema(ruleBook[code], english, fields)),
    ]),
  )
}

/** Any or all of a list of one is that one itself, and equal ones are one: linters and generators stumble over both. */
function withoutListsOfOne(schema: object): JsonObject {
  const list = z.array(z.record(z.string(), z.unknown()))
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    for (const key of ['anyOf', 'allOf']) {
      const all = list.safeParse(value?.[key]).data
      if (all === undefined) continue
      const { [key]: _all, ...rest } = value
      const [only, ...others] = new Map(all.map((one) => [JSON.stringify(one), one])).values()
      return others.length === 0 ? { ...only, ...rest } : { ...rest, [key]: [only, ...others] }
    }
    return value
  })
}

/** An entry as it is given: all fields with values as a person types them. */
function givenEntry(fields: FieldTable): JsonObject {
  return {
    type: 'object',
    description: [
      'The fields of a payout request, with values as a person types or pastes them: spaces, dots and dashes inside numbers are cleaned, and each change is listed.',
      'What comes out is PayoutRequest of the country (PayoutRequestAR, PayoutRequestBR, …), and a request is a valid entry.',
      'A field that the country or method does not use is refused unless it is blank or a hyphen. currencyCode left out means the country’s own.',
      'amount is a number or decimal text, above zero, of at most 15 significant digits.',
      'method is how it is paid; left out, it follows from the values.',
    ].join(' '),
    properties: { method: { type: 'string' }, ...Object.fromEntries(Object.entries(fields).flatMap(typesOf)) },
    required: ['country'],
    additionalProperties: false,
  }
}

/** What a field may hold, under each of its spellings. */
function typesOf([name, { rule, alsoSpelt }]: readonly [string, FieldDefinition]) {
  const value = { type: rule === 'flag' ? 'boolean' : rule === 'amount' ? ['string', 'number'] : 'string' }
  return [name, ...(alsoSpelt === undefined ? [] : [alsoSpelt])].map((spelling) => [spelling, value] as const)
}

/** An entry as it is saved: texts as they were typed, an amount as decimal text; blank fields are left out. */
function savedEntry(fields: FieldTable): JsonObject {
  const values = Object.entries(fields).map(([name, { rule }]) => [
    name,
    { type: rule === 'flag' ? 'boolean' : 'string' },
  ])
  return {
    type: 'object',
    properties: { method: { type: 'string' }, ...Object.fromEntries(values) },
    additionalProperties: false,
  }
}

/** The closed list of what errors, warnings and notices say, for translators to other languages: each code with its params. */
function issueContentSchema(): JsonObject {
  return {
    description: 'What an error, a warning or a notice says: each code with its params, all that a sentence needs.',
    anyOf: Object.entries(issueParams).map(([code, params]) => ({
      properties: { code: { const: code }, params: jsonSchema(params) },
      required: ['code', 'params'],
    })),
  }
}
