import * as z from 'zod/mini'

/** A number as the rule book describes it: words for a person, a pattern for a program, an example. */
const numberSchema = z.object({
  label: z.string(),
  shape: z.string(),
  pattern: z.string(),
  example: z.string(),
  hint: z.optional(z.string()),
  /** Field values under which this number holds; absent: in all other cases. */
  when: z.optional(z.record(z.string(), z.readonly(z.array(z.string())))),
})

const bankSchema = z.object({ code: z.string(), name: z.optional(z.string()), otherNames: z.array(z.string()) })

const fieldSchema = z.object({
  name: z.string(),
  label: z.string(),
  use: z.enum(['asked', 'hyphen', 'left-out']),
  required: z.boolean(),
  /** Field values under which one that is not required otherwise is. */
  requiredWhen: z.optional(z.record(z.string(), z.readonly(z.array(z.string())))),
  why: z.optional(z.string()),
  /** What to enter, in words; numbers say it for themselves. */
  hint: z.optional(z.string()),
  example: z.optional(z.string()),
  /** What is done to a typed value before it is sent. */
  cleaning: z.optional(z.array(z.string())),
  /** What draws a warning, which a person confirms; never a refusal. */
  warnings: z.optional(z.array(z.string())),
  choices: z.optional(z.array(z.object({ code: z.string(), label: z.string() }))),
  banks: z.optional(z.array(bankSchema)),
  /** Brazil: any national code of three digits passes beside the banks listed. */
  nationalCodes: z.optional(z.boolean()),
  /** Codes that only an API request can use. */
  apiOnly: z.optional(z.array(z.string())),
  numbers: z.optional(z.array(numberSchema)),
})

const validationDocumentSchema = z.object({
  code: z.string(),
  payoutCode: z.optional(z.string()),
  label: z.string(),
  /** For a document that the payout does not ask for. */
  number: z.optional(numberSchema),
})

const accountTypeSchema = z.object({ kind: z.string(), payoutCode: z.optional(z.string()), validationCode: z.string() })

/** One country's rules: the answer of GET /api/rules/{country}. */
export const countryRulesSchema = z.object({
  code: z.string(),
  name: z.string(),
  currency: z.optional(z.string()),
  currencies: z.array(z.string()),
  notice: z.optional(z.string()),
  methods: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      summary: z.string(),
      notices: z.optional(z.array(z.string())),
      fields: z.array(fieldSchema),
    }),
  ),
  identityValidation: z.optional(z.object({ documents: z.array(validationDocumentSchema) })),
  bankValidation: z.optional(
    z.object({
      documents: z.array(validationDocumentSchema),
      bank: z.enum(['not-used', 'required', 'unless-cci']),
      accountTypes: z.array(accountTypeSchema),
      noAccountTypeFor: z.array(z.string()),
    }),
  ),
  /** JSON Schema (2020-12) of the payout request; null where the country cannot be paid. */
  requestSchema: z.nullable(z.record(z.string(), z.unknown())),
})

export type CountryRules = z.infer<typeof countryRulesSchema>

/** The answer of GET /api/rules. */
export const rulesIndexSchema = z.object({
  countries: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      /** Empty where there are no payouts. */
      currencies: z.array(z.string()),
      payouts: z.boolean(),
      identityValidation: z.boolean(),
      bankValidation: z.boolean(),
      href: z.string(),
    }),
  ),
})

export type RulesIndex = z.infer<typeof rulesIndexSchema>
