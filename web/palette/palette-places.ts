import { folded } from '#shared/banks/folded.ts'
import { rulesIndex } from '#shared/rules/rules-document.ts'
import { type Address, addressOf, paths } from '../app/routes.ts'

/** Somewhere one can go. */
export interface PalettePlace {
  readonly to: Address
  readonly title: string
  /** What tells it from others of the same name. */
  readonly detail?: string | undefined
  /** Other words that it is found by. */
  readonly otherWords?: string | undefined
}

/** The screens; all of them are offered before anything is typed. */
const screens: readonly PalettePlace[] = [
  { to: paths.newPayout, title: 'New payout', otherWords: 'enter pay' },
  { to: paths.payouts, title: 'Payouts', otherWords: 'drafts returned unfinished' },
  { to: paths.review, title: 'To review', otherWords: 'approve return' },
  { to: paths.exports, title: 'Exports', otherWords: 'download csv json' },
  { to: paths.beneficiaries, title: 'Beneficiaries', otherWords: 'book people' },
  { to: paths.newBeneficiary, title: 'New beneficiary', otherWords: 'enter book' },
  { to: paths.activity, title: 'Activity', otherWords: 'record audit who did what' },
  { to: paths.rules, title: 'Rules of all countries', otherWords: 'banks documents' },
  { to: paths.about, title: 'About', otherWords: 'merchant version sandbox' },
]

const rules: readonly PalettePlace[] = rulesIndex().countries.map(({ code, name, currency }) => ({
  to: addressOf.countryRules(code),
  title: `Rules of ${name}`,
  detail: currency ?? 'checks alone',
  otherWords: code,
}))

/** The screens and the countries’ rules of which every word typed begins a word. */
export function placesFor(typed: string): readonly PalettePlace[] {
  if (folded(typed) === '') return screens
  return [...screens, ...rules].filter(({ title, otherWords = '' }) => isFoundBy(typed, `${title} ${otherWords}`))
}

/** Whether every word typed begins a word of the text; accents and case do not matter. */
export function isFoundBy(typed: string, text: string): boolean {
  const words = folded(text).split(' ')
  return folded(typed)
    .split(' ')
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}
