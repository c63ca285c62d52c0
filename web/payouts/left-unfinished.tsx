import { useQuery } from '@tanstack/react-query'
import { draftsSchema } from '#shared/api/draft.ts'
import { getJson } from '../app/api.ts'
import { AppLink } from '../app/app-link.tsx'
import { addressOf, paths } from '../app/routes.ts'
import { settleDrafts } from '../drafts/open-drafts.ts'
import { draftTitle } from './draft-title.ts'
import { t } from './form-words.ts'
import styles from './left-unfinished.module.css'

/** Above a new form: the one that was left last, a press away. What is typed here never ends up in that one. */
export function LeftUnfinished({ openId }: { readonly openId: string }) {
  const drafts = useQuery({
    queryKey: ['drafts'],
    async queryFn({ signal }) {
      await settleDrafts()
      return (await getJson('/api/drafts', draftsSchema, { signal })).items
    },
  })
  const left = drafts.data?.filter(
    ({ id, kind, subjectId }) => id !== openId && kind === 'payout' && subjectId === null,
  )
  const [newest, ...others] = left ?? []
  if (newest === undefined) return null
  return (
    <p className={styles.left}>
      <span>{t('left.unfinished', { form: draftTitle(newest) })}</span>
      <AppLink to={addressOf.payoutDraft(newest.id)}>{t('left.continue')}</AppLink>
      {others.length > 0 && <AppLink to={paths.payouts}>{t('left.more', { count: others.length })}</AppLink>}
    </p>
  )
}
