import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Draft } from '#shared/api/draft.ts'
import { deleteJson } from '../app/api.ts'
import { AppLink } from '../app/app-link.tsx'
import { addressOf } from '../app/routes.ts'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { draftTitle } from './draft-title.ts'
import styles from './unfinished-forms.module.css'
import { unfinishedKey } from './use-unfinished.ts'

/** Forms for new payouts that the person at the screen began and left, each a press away. */
export function UnfinishedForms({ forms }: { readonly forms: readonly Draft[] }) {
  const queryClient = useQueryClient()
  const [isWhole, setIsWhole] = useState(false)
  if (forms.length === 0) return null

  async function discard({ id, revision }: Draft) {
    // Where another device went on with it, it stays, and the list shows it as it is now.
    await deleteJson(`/api/drafts/${id}`, { version: revision }).catch(() => undefined)
    await queryClient.invalidateQueries({ queryKey: unfinishedKey })
  }

  const shown = isWhole ? forms : forms.slice(0, shownAtFirst)
  return (
    <section className={styles.forms} aria-label={t('payouts.unfinished.label')}>
      <h2 className={styles.title}>{t('payouts.unfinished.title')}</h2>
      <ul className={styles.list}>
        {shown.map((draft) => (
          <li key={draft.id} className={styles.form}>
            <AppLink to={addressOf.payoutDraft(draft.id)}>{draftTitle(draft)}</AppLink>
            <span className={styles.when}>
              <Ago at={draft.updatedAt} />
            </span>
            <Button
              kind="link"
              small
              label={t('payouts.unfinished.discardThis', { form: draftTitle(draft) })}
              onClick={() => void discard(draft)}
            >
              {t('payouts.unfinished.discard')}
            </Button>
          </li>
        ))}
      </ul>
      {forms.length > shownAtFirst && (
        <Button kind="link" small onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('payouts.unfinished.showFewer') : t('payouts.unfinished.showAll', { count: forms.length })}
        </Button>
      )}
    </section>
  )
}

/** More would push the list of payouts out of sight. */
const shownAtFirst = 3
