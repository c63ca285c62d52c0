import { useId, useState } from 'react'
import type { Person } from '#shared/api/session.ts'
import { reasonOf } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { paths } from '../screen/routes.ts'
import { ChevronIcon } from '../ui/icons.tsx'
import styles from './person-menu.module.css'
import { usePersonIfAny } from './use-person.ts'
import { switchPerson, useSession } from './use-session.ts'

/** The person who is signed in, and the ways to switch to another one or to sign out. */
export function PersonMenu() {
  const person = usePersonIfAny()
  const { data } = useSession()
  const id = useId()
  if (person === undefined) return null
  const others = data?.people.filter((found) => found.id !== person.id) ?? []
  return (
    <>
      <button type="button" className={styles.button} popoverTarget={id}>
        <span className="sr-only">{t('session.menu.working')}</span>
        <span className={styles.name}>{person.name}</span>
        <ChevronIcon />
      </button>
      <Choices id={id} person={person} others={others} isByName={data?.signIn === 'local'} />
    </>
  )
}

/** The menu is for a quick switch; a longer list is on the first screen. */
const mostOthers = 6

interface PersonMenuChoicesProps {
  readonly id: string
  readonly person: Person
  readonly others: readonly Person[]
  /** Names are taken on trust: who works next chooses theirs. */
  readonly isByName: boolean
}

function Choices({ id, person, others, isByName }: PersonMenuChoicesProps) {
  const [failure, setFailure] = useState<unknown>()
  function change(name: string | undefined) {
    switchPerson(name).catch(setFailure)
  }
  return (
    <div id={id} popover="auto" className={styles.menu}>
      {failure !== undefined && (
        <p className={styles.error} role="alert">
          {failure instanceof Error
            ? t('session.menu.failed', { reason: reasonOf(failure), name: person.name })
            : t('session.menu.failedUnexpectedly')}
        </p>
      )}
      {isByName && <p className={styles.quiet}>{t('session.menu.handOver')}</p>}
      <ul>
        {others.slice(0, mostOthers).map(({ id: key, name }) => (
          <li key={key}>
            <button type="button" onClick={() => change(name)}>
              {name}
            </button>
          </li>
        ))}
        {isByName && (
          <li>
            <button type="button" onClick={() => change(undefined)}>
              {t('session.menu.another')}
            </button>
          </li>
        )}
        <li className={styles.last}>
          <AppLink to={paths.account} onGo={() => document.getElementById(id)?.hidePopover()}>
            {t('session.menu.account')}
          </AppLink>
        </li>
        <li>
          <button type="button" onClick={() => change(undefined)}>
            {t('session.menu.signOut')}
          </button>
        </li>
      </ul>
    </div>
  )
}
