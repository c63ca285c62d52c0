import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import {
  creationCeremonySchema,
  type Enrolment,
  enrolledSchema,
  enrolmentSchema,
  totpCeremonySchema,
} from '#shared/api/accounts.ts'
import type { Session } from '#shared/api/session.ts'
import { showsNothing } from '#shared/api/texts.ts'
import { ApiProblem, postJson, reasonOf } from '../api/api.ts'
import { createPasskey, knowsPasskeys } from '../api/passkey.ts'
import { PasswordSetup } from '../credentials/password-setup.tsx'
import { RecoveryCodes } from '../credentials/recovery-codes.tsx'
import { minuteWords } from '../language/formats.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { useTexts } from '../screen/use-texts.ts'
import { publishSession } from '../session/use-session.ts'
import { useAttempt } from '../sign-in/use-attempt.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { FailureNotice } from '../ui/form.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './enrol.module.css'

/** The person starts it by pressing a button, and it needs no session. */
const aboutSession = { isAboutSession: true } as const

interface EnrolmentResult {
  readonly session: Session
  readonly recoveryCodes: readonly string[]
}

/** The page behind the link of an invitation or a recovery: sets up a passkey or a password, and shows recovery codes once. */
export function Enrol() {
  // Read once: the address is cleared as soon as the link is used up.
  const [token, setToken] = useState(() => location.hash.slice(1))
  const [linkPart = '', code] = token.split('.')
  const queryClient = useQueryClient()
  const [, navigate] = useLocation()
  const [enrolled, setEnrolled] = useState<EnrolmentResult>()
  const link = useQuery({
    queryKey: ['enrolment', token],
    queryFn: ({ signal }) => postJson('/api/enrolment', { token }, enrolmentSchema, { ...aboutSession, signal }),
    enabled: code !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (code === '') return <AskCode onGiven={(given) => setToken(`${linkPart}.${given}`)} />
  if (enrolled !== undefined) {
    const goOn = () => {
      queryClient.setQueryData(['session'], publishSession(enrolled.session))
      navigate(paths.home, { replace: true })
    }
    return (
      <Page key="codes" title={t('enrol.codes.title')} lead={t('enrol.codes.lead')}>
        <div className={styles.page}>
          <div className={styles.way}>
            <RecoveryCodes codes={enrolled.recoveryCodes} onKept={goOn} />
          </div>
        </div>
      </Page>
    )
  }
  if (link.isPending) return <Skeleton lines={6} label={t('session.gate.loading')} />
  if (link.isError)
    return (
      <LinkFailure
        error={link.error}
        isBusy={link.isFetching}
        onAgain={() => void link.refetch()}
        onOtherCode={code === undefined ? undefined : () => setToken(`${linkPart}.`)}
      />
    )
  return <SetUp token={token} enrolment={link.data} onEnrolled={setEnrolled} />
}

/** Two admins gave the person each a half: this link, and a code. */
function AskCode({ onGiven }: { readonly onGiven: (code: string) => void }) {
  const { texts, field, isSound } = useTexts('code', { code: '' }, ({ code }) => ({
    code: !/[0-9A-Za-z]/.test(code) && t('enrol.code.missing'),
  }))
  return (
    <Page title={t('enrol.code.title')} lead={t('enrol.code.lead')} hasErrors={field('code').error !== undefined}>
      <form
        noValidate
        className={styles.page}
        onSubmit={(event) => {
          event.preventDefault()
          if (isSound()) onGiven(texts.code.replace(/[^0-9A-Za-z]/g, ''))
        }}
      >
        <TextField {...field('code')} label={t('enrol.code.label')} hint={t('enrol.code.hint')} />
        <Actions>
          <Button kind="primary" type="submit">
            {t('enrol.code.goOn')}
          </Button>
        </Actions>
      </form>
    </Page>
  )
}

interface LinkFailureProps {
  readonly error: Error
  readonly isBusy: boolean
  readonly onAgain: () => void
  /** Of a link with a code. */
  readonly onOtherCode?: (() => void) | undefined
}

function LinkFailure({ error, isBusy, onAgain, onOtherCode }: LinkFailureProps) {
  const isVoid = error instanceof ApiProblem
  const isWaiting = isVoid && error.problem.params?.why === 'proposed'
  const again = (
    <Button busy={isBusy} onClick={onAgain}>
      {t('session.gate.again')}
    </Button>
  )
  return (
    <Page title={t(isWaiting ? 'enrol.page.recovery' : 'enrol.page.invitation')}>
      {isWaiting ? (
        <Callout tone="info" title={t('enrol.link.waits')} action={again}>
          <p>{problemDetail(error.problem)}</p>
        </Callout>
      ) : isVoid ? (
        <Callout
          tone="error"
          title={t(onOtherCode === undefined ? 'enrol.link.void' : 'enrol.code.wrong')}
          action={onOtherCode && <Button onClick={onOtherCode}>{t('enrol.code.again')}</Button>}
        >
          <p>{t('enrol.link.ask')}</p>
          <p>
            <AppLink to={paths.home}>{t('enrol.link.signIn')}</AppLink>
          </p>
        </Callout>
      ) : (
        <Callout tone="error" title={t('session.gate.failed', { reason: reasonOf(error) })} action={again} />
      )}
    </Page>
  )
}

interface SetUpProps {
  readonly token: string
  readonly enrolment: Enrolment
  readonly onEnrolled: (enrolled: EnrolmentResult) => void
}

function SetUp({ token, enrolment, onEnrolled }: SetUpProps) {
  const { email, kind, expiresAt } = enrolment
  const isInvited = kind === 'invitation'
  // Until the person enters a name, the server has the e-mail address in its place.
  const before = enrolment.name === email ? '' : enrolment.name
  // An error on the name is shown at its field, whichever way to sign in was chosen.
  const { texts, field, send } = useTexts('own', { name: before }, ({ name }) => ({
    name: isInvited && showsNothing(name) && t('enrol.name.missing'),
  }))
  const name = isInvited ? texts.name : enrolment.name
  const byPasskey = useAttempt()
  const [isByPassword, setIsByPassword] = useState(!knowsPasskeys())
  const enrol = (way: () => Promise<EnrolmentResult>) => send(async () => onEnrolled(await way()))

  return (
    <Page
      title={t(`enrol.page.${kind}`)}
      lead={t(`enrol.lead.${kind}`, { email, time: minuteWords(expiresAt) })}
      hasErrors={field('name').error !== undefined || byPasskey.failure !== undefined}
    >
      <div className={styles.page}>
        {isInvited && (
          <TextField
            {...field('name')}
            label={t('enrol.name.label')}
            hint={t('enrol.name.hint')}
            capitals="words"
            autoComplete="name"
          />
        )}
        <section className={styles.way} aria-labelledby="enrol-passkey">
          <h2 id="enrol-passkey">{t('enrol.passkey.title')}</h2>
          <p>{t('enrol.passkey.explained')}</p>
          {knowsPasskeys() ? (
            <Button
              kind={isByPassword ? 'quiet' : 'primary'}
              busy={byPasskey.isBusy}
              onClick={() => byPasskey.begin(() => enrol(() => enrolByPasskey(token, name)))}
            >
              {t('enrol.passkey.create')}
            </Button>
          ) : (
            <p>{t('enrol.passkey.unknown')}</p>
          )}
          <FailureNotice text={byPasskey.failure} />
        </section>
        <Disclosure summary={t('enrol.password.summary')} open={isByPassword} onToggle={setIsByPassword}>
          {isByPassword && (
            <PasswordSetup
              email={email}
              action={t('enrol.password.set')}
              beginPairing={() => postJson('/api/enrolment/totp', { token }, totpCeremonySchema, aboutSession)}
              onSubmit={(chosen) =>
                enrol(() =>
                  postJson('/api/enrolment/password', { token, name, ...chosen }, enrolledSchema, aboutSession),
                )
              }
            />
          )}
        </Disclosure>
      </div>
    </Page>
  )
}

async function enrolByPasskey(token: string, name: string): Promise<EnrolmentResult> {
  const begun = await postJson('/api/enrolment/passkey-options', { token }, creationCeremonySchema, aboutSession)
  const response = await createPasskey(begun.options)
  const body = { token, name, ceremonyId: begun.ceremonyId, response }
  return postJson('/api/enrolment/passkey', body, enrolledSchema, aboutSession)
}
