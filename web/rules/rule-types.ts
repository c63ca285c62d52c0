import type { CountryRules } from '#shared/api/rules.ts'

export type MethodRules = CountryRules['methods'][number]

export type FieldRules = MethodRules['fields'][number]

export type NumberRules = NonNullable<FieldRules['numbers']>[number]
