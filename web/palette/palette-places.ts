import { folded } from '#shared/banks/folded.ts'
import { rulesIndex } from '#shared/rules/rules-document.ts'
import { english } from '../language/english.ts'
import { t } from '../language/translate.ts'
import { type Address, addressOf, paths } from '../screen/routes.ts'

/** Somewhere one can go. */
export interface PalettePlace {
  readonly to: Address
  readonly title: string
  /** What tells it from others of the same name. */
  readonly detail?: string | undefined
  /** Other words that it is found by. */
  readonly otherWords?: string | undefined
}

/** The screens; those for the person at the page are offered before anything is typed. */
const screens = [
  'newPayout',
  'import',
  'payouts',
  'batches',
  'review',
  'exports',
  'beneficiaries',
  'newBeneficiary',
  'activity',
  'rules',
  'people',
  'settings',
  'about',
] as const

/**
 * The screens that are offered and the countries’ rules of which every word typed begins a word, in the page’s language or in English; first those
 * whose name begins with what was typed.
 */
export function placesFor(typed: string, isOffered: (screen: string) => boolean): readonly PalettePlace[] {
  if (folded(typed) === '') return screenPlaces(isOffered)
  const found = [...screenPlaces(isOffered), ...countryPlaces()].filter(({ title, otherWords = '' }) =>
    isFoundBy(typed, `${title} ${otherWords}`),
  )
  const begins = ({ title }: PalettePlace) => folded(title).startsWith(folded(typed))
  return [...found.filter(begins), ...found.filter((place) => !begins(place))]
}

function screenPlaces(isOffered: (screen: string) => boolean): readonly PalettePlace[] {
  return screens.filter(isOffered).map((screen) => ({
    to: paths[screen],
    title: t(`palette.screen.${screen}`),
    otherWords: t(`palette.find.${screen}`),
  }))
}

function countryPlaces(): readonly PalettePlace[] {
  const englishNames = new Map(rulesIndex(english).countries.map(({ code, name }) => [code, name]))
  return rulesIndex(t).countries.map(({ code, name, currency }) => ({
    to: addressOf.countryRules(code),
    title: t('palette.country.rules', { country: name }),
    detail: currency ?? t('palette.country.validationsOnly'),
    otherWords: `${code} ${englishNames.get(code)} ${t('palette.country.foundBy')}`,
  }))
}

/** Whether every word typed begins a word of the text; accents and case do not matter. */
export function isFoundBy(typed: string, text: string): boolean {
  const words = folded(text).split(' ')
  return folded(typed)
    .split(' ')
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}
