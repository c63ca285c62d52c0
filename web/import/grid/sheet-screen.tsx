import { useEffect } from 'react'
import type { Batch } from '#shared/api/batch.ts'
import type { RemoteSheet } from '../remote-sheet.ts'
import { lookUpRows } from './batch-calls.ts'
import { startRowLookups } from './row-lookups.ts'
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
  useEffect(() => {
    const leaving = new AbortController()
    startRowLookups(sheet, lookUpRows, leaving.signal)
    return () => leaving.abort()
  }, [sheet])
  return (
    <>
      <SheetTable sheet={sheet} />
      {!isClosed && <SaveBar sheet={sheet} batch={batch} />}
    </>
  )
}
