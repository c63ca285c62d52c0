import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Actions } from '../ui/row.tsx'
import { keys } from './review-keys.ts'

export interface ReviewKeysHelpProps {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** The keys of the review; by ? or the button. */
export function ReviewKeysHelp({ isOpen, onToggle }: ReviewKeysHelpProps) {
  return (
    <>
      <Button kind="link" small onClick={() => onToggle(true)}>
        Keys: ?
      </Button>
      {isOpen && (
        <Dialog title="Keys of the review" onClose={() => onToggle(false)}>
          <Ledger label="Keys">
            {keys.map(({ key, does }) => (
              <LedgerRow key={key} name={<kbd>{key}</kbd>} value={does} />
            ))}
          </Ledger>
          <Actions>
            <Button onClick={() => onToggle(false)}>Close</Button>
          </Actions>
        </Dialog>
      )}
    </>
  )
}
