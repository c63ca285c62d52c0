import type { Entry } from '#shared/payout/entry.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { textFields } from '#shared/payout/fields.ts'
import { useReading } from '../entry/reading.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'

export interface FilledNoticeProps {
  readonly filling: Filling
  readonly onUndo: () => void
}

/** Says what was filled in; undoing it is offered until something new is typed. */
export function FilledNotice({ filling, onUndo }: FilledNoticeProps) {
  const canUndo = useReading(({ entry }) => isUntouched(filling, entry)) ?? false
  const { count, isSomebodyElse } = filling
  return (
    <Callout
      tone="info"
      title={t('paste.filled.title', { count })}
      action={
        canUndo && (
          <Button small onClick={onUndo}>
            {t('paste.filled.undo')}
          </Button>
        )
      }
    >
      {isSomebodyElse && <p>{t('paste.filled.somebodyElse')}</p>}
    </Callout>
  )
}

/** The form before and after it was filled in. */
export interface Filling {
  readonly before: EntryDraft
  readonly after: EntryDraft
  readonly count: number
  /** The message is about another person than the form was, whose details were removed. */
  readonly isSomebodyElse: boolean
}

/** Whether nothing was typed since: undoing then loses nothing. */
export function isUntouched({ after }: Filling, entry: Entry): boolean {
  const filled = after.country && after.entries[after.country]
  return filled !== undefined && [...textFields, 'method' as const].every((field) => filled[field] === entry[field])
}
