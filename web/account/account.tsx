import type { Account as AccountData } from '#shared/api/own-account.ts'
import { deleteJson } from '../api/api.ts'
import { minuteWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { LoadAgain } from '../screen/load-again.tsx'
import { Page } from '../screen/page.tsx'
import { usePersonIfAny } from '../session/use-person.ts'
import { switchPerson, useSession } from '../session/use-session.ts'
import { ChangeList } from '../sign-in/credential-changes.tsx'
import { failureText } from '../sign-in/failure-text.ts'
import { StepUp } from '../sign-in/step-up.tsx'
import { useStore } from '../state/store.ts'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/form.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Badge } from '../ui/tone.tsx'
import styles from './account.module.css'
import { limitWords } from './limit-words.ts'
import { OwnPasskeys } from './own-passkeys.tsx'
import { OwnPassword } from './own-password.tsx'
import { OwnRecoveryCodes } from './own-recovery-codes.tsx'
import { OwnWork } from './own-work.tsx'
import { SignInTrail } from './sign-in-trail.tsx'
import { changeGate, useAccount, useChange } from './use-account.ts'

/** The person's own account: name, permissions, ways to sign in, and sessions. */
export function AccountPage() {
  const account = useAccount()
  const mode = useSession().data?.signIn
  const person = usePersonIfAny()
  const isConfirming = useStore(changeGate.isAsking)
  return (
    <Page
      title={t('ownAccount.page.title')}
      lead={mode === undefined ? undefined : t('ownAccount.page.lead', { mode })}
    >
      {account.isPending && <Skeleton lines={8} label={t('session.gate.loading')} />}
      {account.isError && <LoadAgain title={failureText(account.error)} query={account} />}
      {account.isSuccess && (
        <div className={styles.page}>
          <Who account={account.data} />
          {account.data.recentChanges.length > 0 && (
            <Section title={t('signIn.changes.title')}>
              <ChangeList changes={account.data.recentChanges} />
            </Section>
          )}
          {mode === 'accounts' && (
            <>
              <OwnPasskeys account={account.data} />
              <OwnPassword account={account.data} />
              <OwnRecoveryCodes count={account.data.recoveryCodesLeft} />
            </>
          )}
          <OwnWork />
          <OwnSessions sessions={account.data.sessions} />
          {mode !== 'local' && <SignInTrail of="me" />}
        </div>
      )}
      {isConfirming && person !== undefined && <StepUp person={person} gate={changeGate} change={changeGate.why()} />}
    </Page>
  )
}

function Who({ account }: { readonly account: AccountData }) {
  const { name, email, roles, heldUntil } = account
  return (
    <Section title={t('ownAccount.who.title')}>
      <Ledger label={t('ownAccount.who.title')}>
        <LedgerRow name={t('ownAccount.who.name')} value={name} />
        {email !== null && <LedgerRow name={t('ownAccount.who.email')} value={email} />}
        <LedgerRow
          name={t('ownAccount.who.roles')}
          value={roles.length === 0 ? undefined : roles.map((role) => t(`ownAccount.role.${role}`)).join(', ')}
          missing={t('ownAccount.who.noRoles')}
        />
        {roles.includes('reviewer') && (
          <LedgerRow
            name={t('people.limits.title')}
            value={limitWords(account)}
            {...(heldUntil !== null && {
              tone: 'warning',
              note: t('ownAccount.who.noApproving', { time: minuteWords(heldUntil) }),
            })}
          />
        )}
      </Ledger>
    </Section>
  )
}

function OwnSessions({ sessions }: { readonly sessions: AccountData['sessions'] }) {
  const { change, failure, isBusy } = useChange()
  const others = sessions.filter(({ isThis }) => !isThis)
  const end = (id: string) => deleteJson(`/api/account/sessions/${id}`)
  async function endAll() {
    for (const { id } of others) await end(id)
    await switchPerson(undefined)
  }
  return (
    <Section title={t('ownAccount.sessions.title')}>
      <Table
        label={t('ownAccount.sessions.title')}
        rows={sessions}
        rowKey={({ id }) => id}
        columns={[
          {
            title: t('ownAccount.sessions.device'),
            cell: ({ device, isThis }) => (
              <>
                {device} {isThis && <Badge>{t('ownAccount.sessions.this')}</Badge>}
              </>
            ),
          },
          { title: t('ownAccount.sessions.since'), named: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
          { title: t('ownAccount.sessions.used'), named: true, cell: ({ lastUsedAt }) => <Ago at={lastUsedAt} /> },
          {
            title: t('ownAccount.sessions.end'),
            cell: ({ id, device, isThis }) =>
              !isThis && (
                <Button
                  small
                  busy={isBusy}
                  label={t('ownAccount.sessions.endIt', { device })}
                  onClick={() => change(() => end(id), t('ownAccount.sessions.ended', { device }))}
                >
                  {t('ownAccount.sessions.end')}
                </Button>
              ),
          },
        ]}
      />
      <FailureNotice text={failure} />
      <Actions>
        <Button busy={isBusy} onClick={() => change(endAll)}>
          {t('ownAccount.sessions.everywhere')}
        </Button>
      </Actions>
    </Section>
  )
}
