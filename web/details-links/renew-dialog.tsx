import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type DetailsLink, detailsLinkSchema, newDetailsLinkSchema, usualLinkDays } from '#shared/api/details-links.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { t } from '../language/translate.ts'
import { useTexts } from '../screen/use-texts.ts'
import { ChoiceField } from '../ui/choice-field.tsx'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { LinkDays } from './ask-beneficiary.tsx'
import { SendLink } from './send-link.tsx'

interface RenewDialogProps {
  readonly link: DetailsLink
  readonly onClose: () => void
}

/** Gives a link more days: at the address that the beneficiary has, or at another one, after which the former no longer opens. */
export function RenewDialog({ link: { id, name }, onClose }: RenewDialogProps) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const { texts, field } = useTexts('renewed', { address: 'same', days: `${usualLinkDays}` }, () => ({}))
  const renewing = useMutation({
    mutationFn: async () => {
      const body = { days: Number(texts.days) }
      if (texts.address !== 'same') return postJson(`/api/details-links/${id}/renew`, body, newDetailsLinkSchema)
      await postJson(`/api/details-links/${id}/extend`, body, detailsLinkSchema)
      return undefined
    },
    onSuccess: (made) => {
      if (made !== undefined) return
      announce(t('detailsLinks.renewed'))
      onClose()
    },
    onSettled: () => invalidateAll(queryClient),
  })
  if (renewing.data !== undefined) return <SendLink made={renewing.data} onClose={onClose} />
  return (
    <FormDialog
      title={t('detailsLinks.renewTitle', { name })}
      action={t('detailsLinks.renew')}
      isBusy={renewing.isPending}
      failure={renewing.isError && t('detailsLinks.failed', { reason: reasonOf(renewing.error) })}
      onSubmit={() => renewing.mutate()}
      onClose={onClose}
    >
      <ChoiceField
        {...field('address')}
        label={t('detailsLinks.renewAddress')}
        choices={(['same', 'another'] as const).map((value) => ({
          value,
          label: t(`detailsLinks.renew.${value}`),
          detail: t(`detailsLinks.renew.${value}Means`),
        }))}
      />
      <LinkDays field={field('days')} />
    </FormDialog>
  )
}
