import { minuteWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'

export interface LinkDialogProps {
  readonly person: { readonly name: string } | null
  readonly link: string
  readonly expiresAt: string | null
  readonly onClose: () => void
}

/** A link to set up a passkey or password. Escape does not close it, as the link is shown nowhere else. */
export function LinkDialog({ person, link, expiresAt, onClose }: LinkDialogProps) {
  return (
    <Dialog
      title={t('people.link.title', { name: person?.name ?? '' })}
      description={t('people.link.once', { until: expiresAt === null ? '' : minuteWords(expiresAt) })}
    >
      {link.endsWith('.') && <p>{t('people.link.code')}</p>}
      <ShownOnce text={link} copy={t('people.link.copy')} />
      <Actions>
        <Button onClick={onClose}>{t('people.link.copied')}</Button>
      </Actions>
    </Dialog>
  )
}
