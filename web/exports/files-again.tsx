import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type ExportFormat, exportFormats, type PayoutExport } from '#shared/api/payout.ts'
import { t } from '../language/translate.ts'
import { downloadExport } from '../payouts/use-export.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Actions } from '../ui/row.tsx'
import { formatNames } from './export-formats.ts'

export interface FilesAgainProps {
  readonly made: PayoutExport
  readonly onSaved: () => void
}

/** The file of an earlier export once more, after a question: whoever sends both files pays twice. */
export function FilesAgain({ made: { id, count, erased }, onSaved }: FilesAgainProps) {
  const [asked, setAsked] = useState<ExportFormat>()
  const announce = useAnnounce()
  const queryClient = useQueryClient()
  function ask(format: ExportFormat) {
    setAsked(format)
    // Somebody may have been erased since the list came.
    void queryClient.invalidateQueries({ queryKey: ['exports'] })
  }
  function save(format: ExportFormat) {
    downloadExport(id, format)
    setAsked(undefined)
    onSaved()
    announce(t('exports.file.saved', { count, erased }))
  }
  return (
    <>
      <Actions>
        {exportFormats.map((format) => (
          <Button key={format} kind="link" small onClick={() => ask(format)}>
            {formatNames[format]}
          </Button>
        ))}
      </Actions>
      {asked !== undefined && (
        <Dialog
          title={t('exports.file.title', { format: formatNames[asked] })}
          description={t('exports.file.twice', { count: count - erased })}
          onClose={() => setAsked(undefined)}
        >
          {erased > 0 && <p>{t('exports.past.missing', { count, erased })}</p>}
          <Actions>
            <Button kind="primary" onClick={() => save(asked)}>
              {t('exports.file.save')}
            </Button>
            <Button onClick={() => setAsked(undefined)}>{t('exports.again.leave')}</Button>
          </Actions>
        </Dialog>
      )}
    </>
  )
}
