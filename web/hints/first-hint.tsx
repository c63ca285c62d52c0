import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { t } from '../language/translate.ts'
import { usePersonIfAny } from '../session/use-person.ts'
import { Button } from '../ui/button.tsx'
import { Note } from '../ui/tone.tsx'
import styles from './first-hint.module.css'

export interface FirstHintProps {
  readonly name: HintName
  /** One sentence. */
  readonly children: ReactNode
}

/** A quiet note for new people, until they dismiss it. It is not announced and takes no focus. */
export function FirstHint({ name, children }: FirstHintProps) {
  const person = usePersonIfAny()
  const [isGone, setIsGone] = useState(false)
  if (person === undefined || isGone || isDismissed(person.id, name)) return null

  function dismissThis(personId: string) {
    dismiss(personId, name)
    setIsGone(true)
  }

  return (
    <div className={styles.room}>
      <div className={styles.hint} role="note">
        <Note>{children}</Note>
        <Button kind="link" small onClick={() => dismissThis(person.id)}>
          {t('ui.hint.putAway')}
        </Button>
      </div>
    </div>
  )
}

/** The notes for a new person, each at the place where it helps. */
export type HintName = 'paste' | 'palette' | 'review' | 'rules'

const namesSchema = z.array(z.string())

/** Where storage is full or forbidden, a dismissed hint stays away until the page is left. */
const dismissedHere = new Set<string>()

/** Whether a person has dismissed a hint in this browser. */
export function isDismissed(personId: string, hint: HintName): boolean {
  return dismissedHere.has(keyOf(personId, hint)) || dismissedNames(personId).includes(hint)
}

/** Dismisses a hint for good, for one person. */
export function dismiss(personId: string, hint: HintName): void {
  dismissedHere.add(keyOf(personId, hint))
  try {
    localStorage.setItem(storageKey(personId), JSON.stringify([...new Set([...dismissedNames(personId), hint])]))
  } catch {
    // It is only a hint.
  }
}

function dismissedNames(personId: string): readonly string[] {
  try {
    return namesSchema.safeParse(JSON.parse(localStorage.getItem(storageKey(personId)) ?? '[]')).data ?? []
  } catch {
    return []
  }
}

/** The id says nothing about the person, nor does the value, which only lists hints. */
function storageKey(personId: string): string {
  return `payout-desk.hints.${personId}`
}

function keyOf(personId: string, hint: HintName): string {
  return `${personId} ${hint}`
}
