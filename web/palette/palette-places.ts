import { folded } from '#shared/banks/folded.ts'
import { rulesIndex } from '#shared/rules/rules-document.ts'
import { tEnglish } from '../language/english.ts'
import { t } from '../language/translate.ts'
import { addressOf, type PageAddress, paths } from '../screen/routes.ts'

/** A screen or page to go to. */
export interface PalettePlace {
  readonly to: PageAddress
  readonly title: string
  /** Distinguishes it from others of the same name. */
  readonly detail?: string | undefined
  /** Other words that find it. */
  readonly otherWords?: string | undefined
}

/** The screens; those for the person are offered before anything is typed. */
const screens = [
  'newPayout',
  'import',
  'payouts',
  'batches',
  'review',
  'exports',
  'beneficiaries',
  'newBeneficiary',
  'detailsLinks',
  'activity',
  'rules',
  'people',
  'settings',
  'about',
] as const

/**
 * The offered screens and the countries’ rules in which each typed word begins a word, in the page’s language or in English; names that
 * begin with the typed text come first.
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
  const englishNames = new Map(rulesIndex(tEnglish).countries.map(({ code, name }) => [code, name]))
  return rulesIndex(t).countries.map(({ code, name, currencies }) => ({
    to: addressOf.countryRules(code),
    title: t('palette.country.rules', { country: name }),
    detail: currencies[0] ?? t('palette.country.validationsOnly'),
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
