import { useId } from 'react'
import type { StaffMember } from '#shared/api/people.ts'
import { reasonOf } from '../api/api.ts'
import { minuteWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { usePeople } from '../proposals/use-people.ts'
import { useApprovalPolicy } from '../proposals/use-policy.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { paths } from '../screen/routes.ts'
import { useSession } from '../session/use-session.ts'
import { Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Table } from '../ui/table.tsx'
import { Badge, Callout, Note } from '../ui/tone.tsx'
import { type FirstDays, firstDays, houses } from './first-days.ts'
import styles from './people.module.css'

/** What the people and the policy of this house still lack; undefined while that is loading. */
function useFirstDays() {
  const people = usePeople()
  const policy = useApprovalPolicy()
  const error = people.error ?? policy.error
  const isLoaded = people.data !== undefined && policy.data !== undefined
  return { error, found: isLoaded ? firstDays(people.data, policy.data.suggested !== null, new Date()) : undefined }
}

/** Leads to the page, as long as something is missing. */
export function FirstDaysLink() {
  const missing = useFirstDays().found?.steps.filter(({ isDone }) => !isDone) ?? []
  if (missing.length === 0) return null
  return (
    <Callout
      tone="info"
      title={t('people.firstDays.left', { count: missing.length })}
      action={<AppLink to={paths.firstDays}>{t('people.firstDays.open')}</AppLink>}
    >
      <p>{missing.map(({ name }) => t(`people.firstDays.step.${name}`)).join(' · ')}</p>
    </Callout>
  )
}

/** Who is still missing, what is held until when, and what is to be decided, for houses of two, three and five people. */
export function FirstDaysPage() {
  const { found, error } = useFirstDays()
  return (
    <Page title={t('people.firstDays.title')} lead={t('people.firstDays.lead')}>
      {error !== null && <Callout tone="error" title={t('people.failed', { reason: reasonOf(error) })} />}
      {error === null && found === undefined && <Skeleton lines={6} label={t('people.loading')} />}
      {found !== undefined && (
        <div className={styles.firstDays}>
          {found.steps.every(({ isDone }) => isDone) && (
            <Callout tone="success" title={t('people.firstDays.allSet')}>
              <p>{t('people.firstDays.allSetMeans')}</p>
            </Callout>
          )}
          <Steps {...found} />
          <Houses house={found.house} />
        </div>
      )}
    </Page>
  )
}

function Steps({ steps, invited, held }: FirstDays) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('people.firstDays.steps')}</h2>
      <ul className={styles.steps}>
        {steps.map(({ name, isDone }) => (
          <li key={name}>
            <Badge tone={isDone ? 'success' : 'warning'}>
              {t(isDone ? 'people.firstDays.done' : 'people.firstDays.missing')}
            </Badge>
            <div>
              <p>{t(`people.firstDays.step.${name}`)}</p>
              {!isDone && <p className={styles.quiet}>{t(`people.firstDays.means.${name}`)}</p>}
              {!isDone && name === 'policy' && <AppLink to={paths.settings}>{t('proposals.policyDecide')}</AppLink>}
              {name === 'holds' && held.map((person) => <Held key={person.id} person={person} />)}
            </div>
          </li>
        ))}
      </ul>
      {invited.length > 0 && (
        <p>{t('people.firstDays.invited', { names: invited.map(({ name }) => name).join(', ') })}</p>
      )}
      <AppLink to={paths.people}>{t('people.title')}</AppLink>
    </section>
  )
}

function Held({ person: { name, email, heldUntil, releasers } }: { readonly person: StaffMember }) {
  return (
    <div className={styles.held}>
      <p>
        <Name>{t('people.firstDays.held', { name, until: minuteWords(heldUntil ?? '') })}</Name>
      </p>
      {releasers.length > 0 ? (
        <p>{t('people.firstDays.releasers', { names: releasers.map((one) => one.name).join(', ') })}</p>
      ) : (
        <Note>{t('people.firstDays.commandLine', { email: email ?? name })}</Note>
      )}
    </div>
  )
}

function Houses({ house }: Pick<FirstDays, 'house'>) {
  const titleId = useId()
  const isAtProvider = useSession().data?.signIn === 'oidc'
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId}>{t('people.firstDays.houses')}</h2>
      <Table
        label={t('people.firstDays.houses')}
        rows={houses}
        rowKey={(size) => size}
        columns={[
          {
            title: t('people.firstDays.size'),
            cell: (size) => (
              <>
                {t(`people.firstDays.size.${size}`)}{' '}
                {size === house && <Badge tone="info">{t('people.firstDays.yours')}</Badge>}
              </>
            ),
          },
          { title: t('people.firstDays.who'), cell: (size) => t(`people.firstDays.who.${size}`) },
          { title: t('people.firstDays.shell'), named: true, cell: (size) => t(`people.firstDays.shell.${size}`) },
        ]}
      />
      {isAtProvider && <Note>{t('people.firstDays.provider')}</Note>}
    </section>
  )
}
