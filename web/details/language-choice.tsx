import { type Language, languages } from '#shared/language/languages.ts'
import { t } from '../language/translate.ts'
import { useLanguageChoice } from '../language/use-language-choice.ts'
import { Select } from '../ui/choice-field.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import styles from './details-page.module.css'

/** The page's language, each by its own name. Changing it keeps what was typed and the focus. */
export function LanguageChoice({ onChoose }: { readonly onChoose: (language: Language) => void }) {
  const { shown, isBusy, failed, choose } = useLanguageChoice(useAnnounce(), onChoose)
  return (
    <div className={styles.language}>
      <Select
        aria-label={t('app.language.label')}
        aria-busy={isBusy}
        value={shown}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
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
