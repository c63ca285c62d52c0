import { createContext, Suspense, useContext } from 'react'
import type { FieldName } from '#shared/payout/fields.ts'
import { t } from '../language/translate.ts'
import { laterScreen } from '../screen/loading.tsx'
import { Button } from '../ui/button.tsx'
import { useReading } from './reading.ts'

/** Empties a field that would otherwise stay as it is saved. */
export const EmptyingContext = createContext<(name: FieldName) => void>(() => undefined)

const KeptNote = laterScreen(async () => (await import('./kept-note.tsx')).KeptNote)

/** Above a form with numbers that this person is not shown. A new form has none. */
export function KeptNumbers() {
  const isAny = useReading(({ kept }) => Object.keys(kept).length > 0)
  return (
    isAny === true && (
      <Suspense>
        <KeptNote />
      </Suspense>
    )
  )
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
