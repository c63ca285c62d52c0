import { t } from '../language/translate.ts'
import { KeysHelp } from '../palette/keys-help.tsx'
import { Button } from '../ui/button.tsx'

export interface ReviewKeysHelpProps {
  readonly isOpen: boolean
  readonly onToggle: (isOpen: boolean) => void
}

/** The keys of the review; by ? or the button. */
export function ReviewKeysHelp({ isOpen, onToggle }: ReviewKeysHelpProps) {
  return (
    <>
      <Button kind="link" small onClick={() => onToggle(true)}>
        {t('review.keys.open')}
      </Button>
      {isOpen && <KeysHelp onClose={() => onToggle(false)} />}
    </>
  )
}
