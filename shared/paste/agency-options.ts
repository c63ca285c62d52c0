import { anyAccount } from './account-options.ts'
import type { CountryMessage } from './country-message.ts'
import { numberFeatures, spanOf } from './number-features.ts'
import { runsUnder } from './number-runs.ts'
import type { OptionDraft } from './option.ts'

/** The agency of Brazil, the branch of South Africa: one short group. */
export function agencyOptions(reading: CountryMessage): readonly OptionDraft[] {
  const { country } = reading
  const rules = country.methods.flatMap(({ fields: { accountAgencyNumber: use } }) =>
    use?.use === 'asked' ? use.rule : [],
  )
  const rule = rules[0] ?? (country.region === 'africa' ? anyAccount : undefined)
  if (rule === undefined) return []
  return runsUnder(
    reading.runs.filter(({ groups, digits: count }) => groups === 1 && count <= 6),
    rule,
    1,
  ).map((found) => ({
    slot: 'agency',
    ...spanOf(found.run),
    values: [{ field: 'accountAgencyNumber', value: found.value }],
    features: [
      ...numberFeatures(reading, found, rule, ({ is }) => is === 'agency' || is === 'agency-and-account'),
      `digits${Math.min(found.value.length, 7)}`,
    ],
  }))
}
