import { useState } from 'react'
import { isLanguage, type Language } from '#shared/language/languages.ts'
import { changeLanguage } from './catalog.ts'
import { useLanguage } from './language.ts'
import { t } from './translate.ts'

/** The choice of the page's language, while it loads and where that fails. `onChoose` is called before it loads, `announce` once it is shown. */
export function useLanguageChoice(announce: (message: string) => void, onChoose?: (language: Language) => void) {
  const language = useLanguage()
  const [loading, setLoading] = useState<Language>()
  const [failed, setFailed] = useState<Language>()

  async function change(chosen: Language) {
    setLoading(chosen)
    setFailed(undefined)
    onChoose?.(chosen)
    try {
      // An abandoned choice announces nothing: a later one is loading.
      if (!(await changeLanguage(chosen))) return
      announce(t('app.language.changed'))
    } catch {
      setFailed(chosen)
    }
    setLoading(undefined)
  }

  return {
    shown: loading ?? language,
    isBusy: loading !== undefined,
    failed,
    choose(chosen: string) {
      if (isLanguage(chosen)) void change(chosen)
    },
  }
}
