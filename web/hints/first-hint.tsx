import { type ReactNode, useState } from 'react'
import { usePersonIfAny } from '../session/use-person.ts'
import { Hint } from '../ui/hint.tsx'
import styles from './first-hint.module.css'
import { type HintName, isPutAway, putAway } from './put-away.ts'

export interface FirstHintProps {
  readonly name: HintName
  /** One sentence. */
  readonly children: ReactNode
}

/** What helps a person who is new, until they put it away. */
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
      <Hint onPutAway={() => putThisAway(person.id)}>{children}</Hint>
    </div>
  )
}
