import { keysInWords } from '../review/keys-in-words.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Actions } from '../ui/row.tsx'
import { t } from './words.ts'

/** Every key of Payout Desk: those that hold everywhere, and those of the review. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title={t('keys.title')} description={t('keys.rest')} onClose={onClose}>
      <KeyList title={t('keys.everywhere')} keys={frameKeys()} />
      <KeyList title={t('keys.reviewing')} keys={keysInWords()} />
      <Actions>
        <Button onClick={onClose}>{t('keys.close')}</Button>
      </Actions>
    </Dialog>
  )
}

function frameKeys() {
  return [
    { key: 'Ctrl K', does: t('keys.palette') },
    { key: '?', does: t('keys.help') },
    { key: 'Esc', does: t('keys.escape') },
  ]
}

interface KeyListProps {
  readonly title: string
  readonly keys: readonly { readonly key: string; readonly does: string }[]
}

function KeyList({ title, keys }: KeyListProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Ledger label={title}>
        {keys.map(({ key, does }) => (
          <LedgerRow key={key} name={<kbd>{key}</kbd>} value={does} />
        ))}
      </Ledger>
    </section>
  )
}
