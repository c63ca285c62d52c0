import { expect, it } from 'vitest'
import { isLanguage, languageFor, variantOf } from './languages.ts'

it.each([
  { wanted: ['pt-PT', 'en'], language: 'pt-BR' },
  { wanted: ['es-419', 'en-US'], language: 'es' },
  { wanted: ['de-CH', 'fr-CH', 'en'], language: 'fr' },
  { wanted: ['EN-za'], language: 'en' },
  { wanted: ['sw-KE', 'ja'], language: 'en' },
  { wanted: [], language: 'en' },
  // Estonian and Frisian begin like Spanish and French names of languages do.
  { wanted: ['est', 'frr', 'pt'], language: 'pt-BR' },
])('The first language is $language for a reader of $wanted', ({ wanted, language }) => {
  expect(languageFor(wanted)).toBe(language)
})

it('The first language is never one that the app does not speak', () => {
  expect(isLanguage('pt')).toBe(false)
  expect(isLanguage('toString')).toBe(false)
  expect(isLanguage(null)).toBe(false)
  expect(isLanguage('pt-BR')).toBe(true)
})

it.each([
  { language: 'es', wanted: ['fr', 'es-MX', 'es'], variant: 'es-MX' },
  { language: 'pt-BR', wanted: ['pt-PT'], variant: 'pt-PT' },
  { language: 'en', wanted: ['de-DE', 'en-GB'], variant: 'en-GB' },
  // English is what a German reader gets; German dates in it would be no language.
  { language: 'en', wanted: ['de-DE'], variant: 'en' },
  { language: 'fr', wanted: [], variant: 'fr' },
  // What a browser on Linux with such a locale says; Intl throws at it.
  { language: 'en', wanted: ['en-US@posix', 'en-GB'], variant: 'en-GB' },
  { language: 'es', wanted: ['es_'], variant: 'es' },
] as const)(
  'The numbers and dates of a language are written as in $variant for a reader of $wanted',
  ({ language, wanted, variant }) => {
    expect(variantOf(language, wanted)).toBe(variant)
  },
)
