import { keys as reviewKeys } from '../review/review-keys.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Actions } from '../ui/row.tsx'

/** Every key of Payout Desk: those that hold everywhere, and those of the review. */
export function KeysHelp({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Keys" description="Single letters rest while you type in a field." onClose={onClose}>
      <KeyList title="Everywhere" keys={frameKeys} />
      <KeyList title="While reviewing" keys={reviewKeys.filter(({ key }) => key !== '?')} />
      <Actions>
        <Button onClick={onClose}>Close</Button>
      </Actions>
    </Dialog>
  )
}

const frameKeys = [
  { key: 'Ctrl K', does: 'go to a screen, a country’s rules or a beneficiary' },
  { key: '?', does: 'this list' },
  { key: 'Esc', does: 'close what stands in front' },
] as const

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
