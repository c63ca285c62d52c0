import { useState } from 'react'
import { type ExportFormat, exportFormats, type PayoutExport } from '#shared/api/payout.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Actions } from '../ui/row.tsx'
import { downloadExport } from './download-export.ts'
import { formatNames } from './export-formats.ts'
import { t } from './words.ts'

/** The file of an earlier export once more, after a question: whoever sends both files pays twice. */
export function FilesAgain({ made: { id, count } }: { readonly made: PayoutExport }) {
  const [asked, setAsked] = useState<ExportFormat>()
  return (
    <>
      <Actions>
        {exportFormats.map((format) => (
          <Button key={format} kind="link" small onClick={() => setAsked(format)}>
            {formatNames[format]}
          </Button>
        ))}
      </Actions>
      {asked !== undefined && (
        <Dialog
          title={t('file.title', { format: formatNames[asked] })}
          description={t('file.twice', { count })}
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
              {t('file.save')}
            </Button>
            <Button onClick={() => setAsked(undefined)}>{t('again.leave')}</Button>
          </Actions>
        </Dialog>
      )}
    </>
  )
}
