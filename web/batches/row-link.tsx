import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'

/** Leads to a payout of a batch, by the row that it came from. */
export function RowLink({ id, row }: { readonly id: string; readonly row: number | null }) {
  return (
    <AppLink to={addressOf.payout(id)}>
      {row === null ? t('batches.submit.look') : t('batches.job.row', { row })}
    </AppLink>
  )
}
