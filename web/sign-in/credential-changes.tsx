import { useState } from 'react'
import { type Account, accountSchema } from '#shared/api/own-account.ts'
import type { Session } from '#shared/api/session.ts'
import { getJson } from '../api/api.ts'
import { minuteWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import styles from './sign-in-ways.module.css'

type CredentialChanges = Account['recentChanges']

/** What has changed lately of how the person signs in, when, and what to do if that was not them. */
export function ChangeList({ changes }: { readonly changes: CredentialChanges }) {
  return (
    <>
      <Ledger label={t('signIn.changes.title')}>
        {changes.map(({ action, at, passkey }) => (
          <LedgerRow
            key={`${at} ${action} ${passkey}`}
            name={minuteWords(at)}
            value={[t(`activity.label.${action}`), passkey].filter((words) => words !== null).join(': ')}
          />
        ))}
      </Ledger>
      <p>{t('signIn.changes.advice')}</p>
    </>
  )
}

/** Shows a person who has just signed in what has changed of how they do, before they go on; nothing where nothing has. */
export function useChangeNotice(onGoOn: (session: Session) => void) {
  const [found, setFound] = useState<{ readonly session: Session; readonly changes: CredentialChanges }>()
  return {
    notice: found !== undefined && (
      <div className={styles.ways}>
        <ChangeList changes={found.changes} />
        <Actions>
          <Button kind="primary" onClick={() => onGoOn(found.session)}>
            {t('signIn.changes.goOn')}
          </Button>
        </Actions>
      </div>
    ),
    async signedIn(session: Session) {
      const changes = await recentChanges()
      if (changes.length === 0) onGoOn(session)
      else setFound({ session, changes })
    },
  }
}

/** None where they cannot be read: that keeps no one from their work, and they are on the page of the account. */
async function recentChanges(): Promise<CredentialChanges> {
  try {
    return (await getJson('/api/account', accountSchema, { isAboutSession: true })).recentChanges
  } catch {
    return []
  }
}
