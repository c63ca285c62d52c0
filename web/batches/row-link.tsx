import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'

/** Links to a payout of a batch by its row number. */
export function RowLink({ id, row }: { readonly id: string; readonly row: number | null }) {
  return (
    <AppLink to={addressOf.payout(id)}>
      {row === null ? t('batches.submit.look') : t('batches.job.row', { row })}
    </AppLink>
  )
}
