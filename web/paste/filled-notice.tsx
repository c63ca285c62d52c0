import type { Entry } from '#shared/payout/entry.ts'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { textFields } from '#shared/payout/fields.ts'
import { useReading } from '../entry/reading.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'

export interface FilledNoticeProps {
  readonly filling: FormFilling
  readonly onUndo: () => void
}

/** Shows what was filled in; undo is offered until something new is typed. */
export function FilledNotice({ filling, onUndo }: FilledNoticeProps) {
  const canUndo = useReading(({ entry }) => isUnchangedSinceFilled(filling, entry)) ?? false
  const { count, isOtherPerson } = filling
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
      {isOtherPerson && <p>{t('paste.filled.somebodyElse')}</p>}
    </Callout>
  )
}

/** The form before and after it was filled in. */
export interface FormFilling {
  readonly before: EntryDraft
  readonly after: EntryDraft
  readonly count: number
  /** The message was about another person than the form, so the details of the first were removed. */
  readonly isOtherPerson: boolean
  /** The first field that is still to be filled in. */
  readonly open: string | undefined
}

/** Whether nothing was typed since, so that undo loses nothing. */
export function isUnchangedSinceFilled({ after }: FormFilling, entry: Entry): boolean {
  const filled = after.country && after.entries[after.country]
  return filled !== undefined && [...textFields, 'method' as const].every((field) => filled[field] === entry[field])
}
