import { useMutation } from '@tanstack/react-query'
import { beneficiaryFileFormats } from '#shared/api/beneficiary.ts'
import { download } from '../api/download.ts'
import { BeneficiaryActionFailure } from '../entry/beneficiary-action-failure.tsx'
import { t } from '../language/translate.ts'
import { formatNames } from '../payouts/use-export.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** All saved beneficiaries in full, as a file for another system. */
export function TakeOutDialog({ onClose }: { readonly onClose: () => void }) {
  const taking = useMutation({
    mutationFn: (format: (typeof beneficiaryFileFormats)[number]) => download(`/api/beneficiary-file?format=${format}`),
  })
  return (
    <Dialog title={t('beneficiaries.takeOut.title')} onClose={onClose}>
      <p>{t('beneficiaries.takeOut.what')}</p>
      <BeneficiaryActionFailure error={taking.error} />
      <Actions>
        {beneficiaryFileFormats.map((format) => (
          <Button
            key={format}
            busy={taking.isPending && taking.variables === format}
            onClick={() => taking.mutate(format)}
          >
            {t('beneficiaries.takeOut.as', { format: formatNames[format] })}
          </Button>
        ))}
        <Button kind="link" onClick={onClose}>
          {t('beneficiaries.takeOut.close')}
        </Button>
      </Actions>
    </Dialog>
  )
}
