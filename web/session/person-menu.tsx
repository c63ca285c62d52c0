import { useId, useState } from 'react'
import type { Person } from '#shared/api/person.ts'
import { reasonOf } from '../app/use-merchant.ts'
import { ChevronIcon } from '../ui/icons.tsx'
import styles from './person-menu.module.css'
import { usePersonIfAny } from './use-person.ts'
import { changePerson, useSession } from './use-session.ts'

/** Who works here, and the way to hand over: to another name, or to nobody. */
export function PersonMenu() {
  const person = usePersonIfAny()
  const { data } = useSession()
  const id = useId()
  if (person === undefined) return null
  const others = data?.people.filter((found) => found.id !== person.id) ?? []
  return (
    <>
      <button type="button" className={styles.button} popoverTarget={id}>
        <span className="sr-only">Working: </span>
        <span className={styles.name}>{person.name}</span>
        <ChevronIcon />
      </button>
      <Choices id={id} person={person} others={others} />
    </>
  )
}

/** The menu is for handing over at a desk; a longer list is the first screen's. */
const mostOthers = 6

interface ChoicesProps {
  readonly id: string
  readonly person: Person
  readonly others: readonly Person[]
}

function Choices({ id, person, others }: ChoicesProps) {
  const [error, setError] = useState<string>()
  function change(name: string | undefined) {
    changePerson(name).catch((cause: unknown) => {
      setError(cause instanceof Error ? `${reasonOf(cause)}. You are still ${person.name}.` : 'Try again.')
    })
  }
  return (
    <div id={id} popover="auto" className={styles.menu}>
      {error !== undefined && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
      {others.length > 0 && <p className={styles.quiet}>Hand over to</p>}
      <ul>
        {others.slice(0, mostOthers).map(({ id: key, name }) => (
          <li key={key}>
            <button type="button" onClick={() => change(name)}>
              {name}
            </button>
          </li>
        ))}
        <li className={styles.last}>
          <button type="button" onClick={() => change(undefined)}>
            Sign out
          </button>
        </li>
      </ul>
    </div>
  )
}
