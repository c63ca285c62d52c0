import { languages } from '#shared/language/languages.ts'
import { t } from '../language/translate.ts'
import { useLanguageChoice } from '../language/use-language-choice.ts'
import { Spinner } from '../ui/button.tsx'
import { GlobeIcon } from '../ui/icons.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import styles from './language-switch.module.css'

/** The page's language, each by its own name. Changing it keeps what was typed and the focus. */
export function LanguageSwitch() {
  const { shown, isBusy, failed, choose } = useLanguageChoice(useAnnounce())
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
