import { AppLink } from '../app/app-link.tsx'
import { addressOf, paths } from '../app/routes.ts'
import { t } from '../language/translate.ts'
import { draftTitle } from './draft-title.ts'
import styles from './left-unfinished.module.css'
import { useUnfinished } from './use-unfinished.ts'

/** Beside the title of a new form: the one that was left last, a press away. What is typed here never ends up in that one. */
export function LeftUnfinished({ openId }: { readonly openId: string }) {
  const { forms } = useUnfinished()
  const [newest, ...others] = forms.filter(({ id }) => id !== openId)
  if (newest === undefined) return null
  return (
    <p className={styles.left}>
      <span className={styles.form}>{t('payouts.left.unfinished', { form: draftTitle(newest) })}</span>
      <AppLink to={addressOf.payoutDraft(newest.id)}>{t('payouts.left.continue')}</AppLink>
      {others.length > 0 && <AppLink to={paths.payouts}>{t('payouts.left.more', { count: others.length })}</AppLink>}
    </p>
  )
}
