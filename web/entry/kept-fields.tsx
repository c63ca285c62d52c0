import { createContext, useContext } from 'react'
import type { FieldName } from '#shared/payout/fields.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/tone.tsx'
import { useReading } from './reading.ts'

/** Empties a field that would otherwise stay as it is saved. */
export const EmptyingContext = createContext<(name: FieldName) => void>(() => undefined)

/** Above a form with numbers that this person is not shown: why, who is, and that they stay. */
export function KeptNote() {
  const isAny = useReading(({ kept }) => Object.keys(kept).length > 0)
  return isAny === true && <Note>{t('payouts.kept.note')}</Note>
}

/** Saves a field that may be blank without what is saved there. */
export function EmptyKept({ name }: { readonly name: FieldName }) {
  const empty = useContext(EmptyingContext)
  return (
    <Button kind="link" small skippedByTab onClick={() => empty(name)}>
      {t('payouts.kept.empty')}
    </Button>
  )
}
