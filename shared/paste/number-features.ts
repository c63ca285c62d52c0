import type { Country, NamedNumber } from '#shared/rule-book/country.ts'
import { type CountryMessage, featuresAt } from './country-message.ts'
import type { LabelMeaning } from './label-words.ts'
import { isUnmistakable, type Run, type RunUnderRule } from './number-runs.ts'

export function spanOf({ start, end }: Run) {
  return { start, end }
}

/** What speaks for and against a number as such. */
export function numberFeatures(
  reading: CountryMessage,
  { run, isProven }: RunUnderRule,
  rule: NamedNumber,
  isMeant: (meaning: LabelMeaning) => boolean,
): readonly string[] {
  const { amounts, banks, country, layout } = reading
  const line = layout.lineAt(run.start)
  const isMoney = amounts.some(({ start, end, isBare }) => !isBare && start < run.end && end > run.start)
  return [
    ...featuresAt(reading, run, isMeant),
    isProven === undefined ? 'unchecked' : isProven ? 'proven' : 'failed',
    run.isWhole ? 'whole' : 'part',
    ...(run.groups > 1 ? ['groups'] : []),
    ...(run.isSpoken ? ['spoken'] : []),
    ...(isUnmistakable(run, rule) ? ['hyphens'] : []),
    ...(isMoney ? ['money'] : []),
    ...(isPhone(run, country) ? ['phone'] : []),
    ...(banks.some(({ start }) => layout.lineAt(start) === line) ? ['bankOnLine'] : []),
    ...(banks.some(({ end }) => end <= run.start && run.start - end < 12) ? ['afterBank'] : []),
  ]
}

/** With the country's prefix, or as its mobiles are written. */
function isPhone({ typed }: Run, { phonePrefix, phoneDigits: [least, most] }: Country): boolean {
  const bare = typed.replace(/\D/g, '')
  if (typed.startsWith('+')) return true
  if (
    bare.startsWith(phonePrefix) &&
    bare.length >= phonePrefix.length + least &&
    bare.length <= phonePrefix.length + most
  )
    return true
  return /^\(?\d{2,4}\)?[ -]\d{3,4}[ -]\d{3,4}$/.test(typed)
}
