import { useState } from 'react'
import { useLocation } from 'wouter'
import type { StaffMember } from '#shared/api/people.ts'
import { limitWords } from '../account/limit-words.ts'
import { SignInTrail } from '../account/sign-in-trail.tsx'
import { PowerChanges } from '../activity/power-changes.tsx'
import { reasonOf } from '../api/api.ts'
import { minuteWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { usePeople } from '../proposals/use-people.ts'
import { WaitingProposals } from '../proposals/waiting-proposals.tsx'
import { LoadAgain } from '../screen/load-again.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { usePersonIfAny } from '../session/use-person.ts'
import { useSession } from '../session/use-session.ts'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Badge, type Tone } from '../ui/tone.tsx'
import { FirstDaysLink, FirstDaysPage } from './first-days-page.tsx'
import { Invite } from './invite.tsx'
import styles from './people.module.css'
import { ChangeRights, NewLink, SmallQuestion, Suspend } from './person-dialogs.tsx'
import { UncoveredPayouts } from './review-cover.tsx'

/** The staff, and the page of the first days beside them. */
export function PeopleScreen() {
  const [location] = useLocation()
  return location === paths.firstDays ? <FirstDaysPage /> : <People />
}

/** The staff with their roles, and open invitations. */
function People() {
  const people = usePeople()
  const [isInviting, setIsInviting] = useState(false)
  const isByInvitation = useSession().data?.signIn === 'accounts'
  return (
    <Page
      title={t('people.title')}
      lead={t(isByInvitation ? 'people.lead' : 'people.leadOfProvider')}
      aside={
        isByInvitation && (
          <Button kind="primary" onClick={() => setIsInviting(true)}>
            {t('people.invite.title')}
          </Button>
        )
      }
    >
      <UncoveredPayouts other={<FirstDaysLink />} />
      <PowerChanges />
      <WaitingProposals kinds={['invitation', 'rights', 'reEnrolment', 'reinstatement']} />
      {people.isPending && <Skeleton lines={6} label={t('people.loading')} />}
      {people.isError && (
        <LoadAgain title={t('people.failed', { reason: reasonOf(people.error) })} query={people}>
          <p>{t('app.load.nothingLost')}</p>
        </LoadAgain>
      )}
      {people.isSuccess && people.data.length === 0 && <p className={styles.quiet}>{t('people.nobody')}</p>}
      {people.isSuccess && people.data.length > 0 && <PeopleTable people={people.data} />}
      <SignInTrail of={people.data ?? []} />
      {isInviting && <Invite onClose={() => setIsInviting(false)} />}
    </Page>
  )
}

/** The person and the action that the dialog asks about. */
interface PersonQuestion {
  readonly id: string
  readonly act: PersonAction
}

type PersonAction =
  | 'change'
  | 'suspend'
  | 'reinstate'
  | 'endSessions'
  | 'askLink'
  | 'withdraw'
  | 'renew'
  | 'waive'
  | 'forget'

function PeopleTable({ people }: { readonly people: readonly StaffMember[] }) {
  const [asked, setAsked] = useState<PersonQuestion>()
  // The present version of the person, which an answer of the server may have changed.
  const person = people.find(({ id }) => id === asked?.id)
  return (
    <>
      <Table
        label={t('people.title')}
        rows={people}
        rowKey={({ id }) => id}
        columns={[
          { title: t('people.name'), cell: (row) => <Who person={row} /> },
          { title: t('people.roles'), cell: (row) => <RolesOf person={row} /> },
          {
            title: t('people.limits.title'),
            named: true,
            cell: (row) => (row.roles.includes('reviewer') ? limitWords(row) : '–'),
          },
          { title: t('people.status'), cell: (row) => <Status person={row} /> },
          {
            title: t('people.lastSignIn'),
            named: true,
            cell: ({ lastSignInAt }) => (lastSignInAt === null ? t('people.never') : <Ago at={lastSignInAt} />),
          },
          { title: t('people.sessions'), named: true, isFigure: true, cell: ({ sessions }) => sessions },
          {
            title: t('people.actions'),
            cell: (row) => <Choices person={row} onChoose={(act) => setAsked({ id: row.id, act })} />,
          },
        ]}
      />
      {asked !== undefined && person !== undefined && (
        <Question person={person} act={asked.act} onClose={() => setAsked(undefined)} />
      )}
    </>
  )
}

interface PersonQuestionProps {
  readonly person: StaffMember
  readonly act: PersonAction
  readonly onClose: () => void
}

function Question({ person, act, onClose }: PersonQuestionProps) {
  if (act === 'change') return <ChangeRights person={person} onClose={onClose} />
  if (act === 'suspend') return <Suspend person={person} onClose={onClose} />
  if (act === 'renew') return <NewLink person={person} onClose={onClose} />
  return <SmallQuestion person={person} act={act} onClose={onClose} />
}

function Who({ person: { name, email } }: { readonly person: StaffMember }) {
  return (
    <div>
      <Name>{name}</Name>
      {email !== null && (
        <p className={styles.quiet}>
          <Name>{email}</Name>
        </p>
      )}
    </div>
  )
}

function RolesOf({ person: { roles } }: { readonly person: StaffMember }) {
  if (roles.length === 0) return t('people.noRole')
  return roles.map((role) => t(`people.role.${role}`)).join(', ')
}

const statusTones: Readonly<Record<StaffMember['status'], Tone>> = {
  active: 'success',
  invited: 'info',
  suspended: 'neutral',
}

function Status({ person }: { readonly person: StaffMember }) {
  const { status, invitedUntil, heldUntil, waiting } = person
  return (
    <div className={styles.status}>
      <Badge tone={statusTones[status]}>{t(`people.state.${status}`)}</Badge>
      {status === 'invited' && (
        <span className={styles.quiet}>
          {invitedUntil === null ? t('people.linkOver') : t('people.linkUntil', { until: minuteWords(invitedUntil) })}
        </span>
      )}
      {isHeld(person) && heldUntil !== null && (
        <span className={styles.quiet}>{t('people.noApproving', { until: minuteWords(heldUntil) })}</span>
      )}
      {waiting.length > 0 && <span className={styles.quiet}>{t('people.waiting')}</span>}
    </div>
  )
}

interface PersonActionsProps {
  readonly person: StaffMember
  readonly onChoose: (act: PersonAction) => void
}

/** The possible actions, the safest first. */
function Choices({ person, onChoose }: PersonActionsProps) {
  const me = usePersonIfAny()
  const isByInvitation = useSession().data?.signIn === 'accounts'
  return (
    <Actions>
      {choicesFor(person, me?.id, isByInvitation).map((act) => (
        <Button
          key={act}
          kind="link"
          small
          label={`${t(`people.act.${act}`)}: ${person.name}`}
          onClick={() => onChoose(act)}
        >
          {t(`people.act.${act}`)}
        </Button>
      ))}
    </Actions>
  )
}

function choicesFor(person: StaffMember, me: string | undefined, isByInvitation: boolean): readonly PersonAction[] {
  const { id, status, sessions } = person
  if (status === 'suspended') return ['reinstate', 'forget']
  if (status === 'invited') return ['change', 'renew', 'withdraw']
  const isOther = id !== me
  const choices: readonly PersonAction[] = [
    'change',
    ...(isHeld(person) && isOther ? waive : []),
    ...(sessions > 0 ? endSessions : []),
    // People change themselves in their own account.
    ...(isByInvitation && isOther ? askLink : []),
    ...(isOther ? suspend : []),
  ]
  return choices
}

function isHeld({ heldUntil }: StaffMember): boolean {
  return heldUntil !== null && Date.parse(heldUntil) > Date.now()
}

const waive: readonly PersonAction[] = ['waive']

const endSessions: readonly PersonAction[] = ['endSessions']

const askLink: readonly PersonAction[] = ['askLink']

const suspend: readonly PersonAction[] = ['suspend']
