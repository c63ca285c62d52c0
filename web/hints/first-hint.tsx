import { type ReactNode, Suspense, useState } from 'react'
import { screen } from '../app/loading-screens.ts'
import { usePersonIfAny } from '../session/use-person.ts'
import styles from './first-hint.module.css'
import { type HintName, isPutAway, putAway } from './put-away.ts'

// Who knows their way never loads it.
const Hint = screen(async () => (await import('../ui/hint.tsx')).Hint)

export interface FirstHintProps {
  readonly name: HintName
  /** One sentence. */
  readonly children: ReactNode
}

/** What helps a person who is new, until they put it away. Its room is kept from the start, so that nothing moves when it comes. */
export function FirstHint({ name, children }: FirstHintProps) {
  const person = usePersonIfAny()
  const [isGone, setIsGone] = useState(false)
  if (person === undefined || isGone || isPutAway(person.id, name)) return null

  function putThisAway(personId: string) {
    putAway(personId, name)
    setIsGone(true)
  }

  return (
    <div className={styles.room}>
      <Suspense>
        <Hint onPutAway={() => putThisAway(person.id)}>{children}</Hint>
      </Suspense>
    </div>
  )
}
