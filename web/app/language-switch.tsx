import { useState } from 'react'
import { isLanguage, type Language, languages } from '#shared/language/languages.ts'
import { changeLanguage } from '../language/catalog.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { Spinner } from '../ui/button.tsx'
import { GlobeIcon } from '../ui/icons.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import styles from './language-switch.module.css'

/** The page's language, each by its own name. Changing it keeps what was typed and the focus. */
export function LanguageSwitch() {
  const { shown, isBusy, failed, choose } = useLanguageChoice()
  return (
    <>
      <label className={styles.switch}>
        {isBusy ? <Spinner /> : <GlobeIcon />}
        <span className="sr-only">{t('app.language.label')}</span>
        <select aria-busy={isBusy} value={shown} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {Object.entries(languages).map(([code, name]) => (
            <option key={code} value={code} lang={code}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {failed !== undefined && (
        <p className={styles.failed} role="alert">
          {t('app.language.failed', { language: languages[failed] })}
        </p>
      )}
    </>
  )
}

function useLanguageChoice() {
  const language = useLanguage()
  const announce = useAnnounce()
  const [loading, setLoading] = useState<Language>()
  const [failed, setFailed] = useState<Language>()

  async function change(chosen: Language) {
    setLoading(chosen)
    setFailed(undefined)
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
