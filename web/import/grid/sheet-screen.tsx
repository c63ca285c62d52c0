import { useEffect, useMemo } from 'react'
import type { Batch } from '#shared/api/batch.ts'
import { reasonOf } from '../../api/api.ts'
import { t } from '../../language/translate.ts'
import { createStore, useStore } from '../../state/store.ts'
import { useAnnounce } from '../../ui/live-region.tsx'
import { Callout } from '../../ui/tone.tsx'
import type { RemoteSheet } from '../remote-sheet.ts'
import { lookUpRows } from './batch-calls.ts'
import { startRowLookups } from './row-lookups.ts'
import { useRowSaving } from './row-saving.ts'
import { SaveBar } from './save-bar.tsx'
import { SheetTable } from './sheet-table.tsx'

interface SheetScreenProps {
  readonly sheet: RemoteSheet
  readonly batch: Batch
  /** Why the sheet no longer matches the server, so that nothing is saved from here. */
  readonly isClosed: boolean
}

/** The rows of a batch that are not all saved yet: fixed in the grid, compared with what the server knows, and saved from here. */
export function SheetScreen({ sheet, batch, isClosed }: SheetScreenProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another sheet begins without a failure
  const lookups = useMemo(() => createStore<Error | undefined>(undefined), [sheet])
  const failure = useStore(lookups)
  useEffect(() => {
    const leaving = new AbortController()
    startRowLookups(sheet, (...rows) => lookUpRows(batch.makes, ...rows), lookups, leaving.signal)
    return () => leaving.abort()
  }, [sheet, batch.makes, lookups])
  const announce = useAnnounce()
  const saving = useRowSaving(sheet, batch.id)
  // What is being saved does not change meanwhile.
  const resting = useMemo(() => ({ ...sheet, edit: async () => announce(t('sheet.save.goesOn')) }), [sheet, announce])
  return (
    <>
      {failure !== undefined && (
        <Callout tone="warning" title={t('sheet.lookups.failed', { reason: reasonOf(failure) })}>
          <p>{t('sheet.lookups.again')}</p>
        </Callout>
      )}
      <SheetTable sheet={saving.isUnderWay ? resting : sheet} />
      {!isClosed && <SaveBar sheet={sheet} batch={batch} saving={saving} />}
    </>
  )
}
