import type { Batch } from '#shared/api/batch.ts'
import type { RemoteSheet } from '../remote-sheet.ts'
import { SaveBar } from './save-bar.tsx'
import { SheetTable } from './sheet-table.tsx'

interface SheetScreenProps {
  readonly sheet: RemoteSheet
  readonly batch: Batch
}

/** The rows of a batch that are not all saved yet: mended in the grid, and saved from here. */
export function SheetScreen({ sheet, batch }: SheetScreenProps) {
  return (
    <>
      <SheetTable sheet={sheet} />
      <SaveBar sheet={sheet} batch={batch} />
    </>
  )
}
