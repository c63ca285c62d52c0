import { readFileSync } from 'node:fs'
import compile from 'icu-minify/compile'
import { type Language, languageCodes } from '#shared/language/languages.ts'
import type { Translate } from '#shared/language/message.ts'
import { translator } from '#shared/language/translator.ts'

/** A translator for each language, from the catalogs as they are. Only tests use this file. */
export const everyLanguage: readonly { readonly language: Language; readonly translate: Translate }[] =
  languageCodes.map((language) => {
    const catalog: Readonly<Record<string, string>> = JSON.parse(
      readFileSync(new URL(`../language/${language}.json`, import.meta.url), 'utf8'),
    )
    const compiled = new Map(Object.entries(catalog).map(([id, message]) => [id, compile(message)]))
    return {
      language,
      translate: translator(
        (id) => compiled.get(id),
        () => language,
      ),
    }
  })
