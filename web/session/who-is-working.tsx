import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Person } from '#shared/api/session.ts'
import { t } from '../language/translate.ts'
import { Page } from '../screen/page.tsx'
import { Button } from '../ui/button.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { onOtherTab } from './use-session.ts'
import styles from './who-is-working.module.css'

/** The first screen: pick a name or enter one. */
export function WhoIsWorking({ people }: { readonly people: readonly Person[] }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => onOtherTab(() => void queryClient.invalidateQueries({ queryKey: ['session'] })), [queryClient])
  return (
    <Page title={t('session.choose.title')} lead={t('session.choose.product')} hasErrors={hasFailed}>
      <p className={styles.recorded}>{t('session.choose.recorded')}</p>
      <div className={styles.who}>
        <SignInForm
          isFirst
          typed={typed}
          onType={setTyped}
          action={t('session.choose.start')}
          hasNames={people.length > 0}
          onFailed={() => setHasFailed(true)}
          onSignedIn={(session) => queryClient.setQueryData(['session'], session)}
        >
          {(choose) => <Names people={people} typed={typed} onChoose={choose} />}
        </SignInForm>
      </div>
    </Page>
  )
}

/** A longer list is not worth looking through: a few letters find the name. */
const mostNames = 12

interface NamesProps {
  readonly people: readonly Person[]
  readonly typed: string
  readonly onChoose: (name: string) => void
}

function Names({ people, typed, onChoose }: NamesProps) {
  const found = people.filter(({ name }) => folded(name).includes(folded(typed)))
  const shown = found.slice(0, mostNames)
  if (shown.length === 0) return null
  return (
    <section aria-label={t('session.choose.known')}>
      <p className={styles.known}>{t('session.choose.pick')}</p>
      <ul className={styles.names}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <Button onClick={() => onChoose(name)}>{name}</Button>
          </li>
        ))}
      </ul>
      {found.length > shown.length && (
        <p className={styles.known}>{t('session.choose.more', { count: found.length - shown.length })}</p>
      )}
    </section>
  )
}

function folded(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}
