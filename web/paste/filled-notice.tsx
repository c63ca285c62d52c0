import { useReading } from '../entry/reading.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Callout } from '../ui/tone.tsx'
import { type Filling, isUntouched } from './filling.ts'

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
