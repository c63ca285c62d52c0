import { useQuery } from '@tanstack/react-query'
import { batchSchema } from '#shared/api/batch.ts'
import { getJson } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { FilterTag } from '../ui/list-filters.tsx'

export interface BatchTagProps {
  readonly id: string
  readonly onRemove: () => void
}

/** The name of the batch whose payouts are listed. */
export function BatchTag({ id, onRemove }: BatchTagProps) {
  const { data } = useQuery({
    queryKey: ['batches', 'name', id],
    queryFn: ({ signal }) => getJson(`/api/batches/${encodeURIComponent(id)}`, batchSchema, { signal }),
  })
  const words = data === undefined ? t('payouts.list.ofOneBatch') : t('payouts.list.ofBatch', { name: data.name })
  return <FilterTag onRemove={onRemove}>{words}</FilterTag>
}
