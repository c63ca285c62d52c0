import { useState } from 'react'
import { type ExportFormat, exportFormats, type PayoutExport } from '#shared/api/payout.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Actions } from '../ui/row.tsx'
import { downloadExport } from './download-export.ts'
import { exportFormatWords } from './export-formats.ts'

/** The file of an earlier export once more, after a question: whoever sends both files pays twice. */
export function FilesAgain({ made: { id, count } }: { readonly made: PayoutExport }) {
  const [asked, setAsked] = useState<ExportFormat>()
  const payouts = count === 1 ? 'Its payout was' : `Its ${count} payouts were`
  return (
    <>
      <Actions>
        {exportFormats.map((format) => (
          <Button key={format} kind="link" small onClick={() => setAsked(format)}>
            {exportFormatWords[format].label}
          </Button>
        ))}
      </Actions>
      {asked !== undefined && (
        <Dialog
          title={`Save this file again, as ${exportFormatWords[asked].label}?`}
          description={`${payouts} given out before. Whoever sends both files pays twice.`}
          onClose={() => setAsked(undefined)}
        >
          <Actions>
            <Button
              kind="primary"
              onClick={() => {
                downloadExport(id, asked)
                setAsked(undefined)
              }}
            >
              Save the file again
            </Button>
            <Button onClick={() => setAsked(undefined)}>Leave it</Button>
          </Actions>
        </Dialog>
      )}
    </>
  )
}
