import { useState } from 'react'
import { isLanguage, type Language, languages } from '#shared/language/languages.ts'
import { changeLanguage } from '../language/catalog.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { Select } from '../ui/choice-field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import styles from './details-page.module.css'

/** The page's language, each by its own name. Changing it keeps what was typed and the focus. */
export function LanguageChoice({ onChoose }: { readonly onChoose: (language: Language) => void }) {
  const language = useLanguage()
  const announce = useAnnounce()
  const [loading, setLoading] = useState<Language>()
  const [failed, setFailed] = useState<Language>()

  async function choose(chosen: string) {
    if (!isLanguage(chosen)) return
    setLoading(chosen)
    setFailed(undefined)
    onChoose(chosen)
    try {
      if (!(await changeLanguage(chosen))) return
      announce(t('app.language.changed'))
    } catch {
      setFailed(chosen)
    }
    setLoading(undefined)
  }

  return (
    <div className={styles.language}>
      <Select
        aria-label={t('app.language.label')}
        aria-busy={loading !== undefined}
        value={loading ?? language}
        onChange={({ currentTarget }) => void choose(currentTarget.value)}
      >
        {Object.entries(languages).map(([code, name]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </Select>
      {failed !== undefined && <p role="alert">{t('app.language.failed', { language: languages[failed] })}</p>}
    </div>
  )
}
