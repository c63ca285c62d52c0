import type { OnePayout, ToApprove } from '#shared/api/payout.ts'
import { askedOfReviewer } from '#shared/api/warning.ts'
import { joinList, minuteWords } from '../language/formats.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { usePersonIfAny } from '../session/use-person.ts'
import { useSession } from '../session/use-session.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Name } from '../ui/name.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import styles from './payout-page.module.css'

/** All that is between a payout and its approval, and who may approve it from when; nothing for who is not told. */
export function WhatApprovalTakes({ payout: { toApprove } }: { readonly payout: OnePayout }) {
  const me = usePersonIfAny()?.id
  const isOnTrust = useSession().data?.signIn === 'local'
  if (toApprove === null) return null
  const { reviewers } = toApprove
  const prevents = preventing(toApprove)
  const from = reviewers.find(({ person }) => person.id === me)?.from ?? null
  const can = reviewers.filter(({ why }) => why.length === 0)
  const cannot = reviewers.filter((one) => one.why.length > 0 && one.from === null && one.person.id !== me)
  const later = reviewers.flatMap((one) =>
    one.from === null || one.person.id === me ? [] : { ...one, from: one.from },
  )
  const toDo = prevents.length === 0 ? warningsToReview(toApprove) : ''
  return (
    <section className={styles.way} aria-label={t('payouts.toApprove.title')}>
      {prevents.length > 0 && (
        <Callout tone="info" title={t('payouts.toApprove.cannot')}>
          <ul>
            {prevents.map((condition) => (
              <li key={`${condition.code} ${condition.params?.why}`}>{problemDetail(condition)}</li>
            ))}
            {from !== null && <li>{t('payouts.toApprove.fromWhen', { from: minuteWords(from) })}</li>}
          </ul>
        </Callout>
      )}
      <p>
        {whoCanWords(can, me, isOnTrust)}
        {later.map(({ person, from }) => (
          <span key={person.id}> {t('payouts.toApprove.later', { name: person.name, from: minuteWords(from) })}</span>
        ))}
      </p>
      {toDo !== '' && <Note>{toDo}</Note>}
      {cannot.length > 0 && (
        <Disclosure small summary={t('payouts.toApprove.others', { count: cannot.length })}>
          <ul>
            {cannot.map(({ person, why }) => (
              <li key={person.id}>
                <Name>{person.name}</Name>: {joinList(why.map((one) => t('payouts.toApprove.why', { why: one })))}
              </li>
            ))}
          </ul>
        </Disclosure>
      )}
    </section>
  )
}

/** What the person can do nothing about as they approve. */
export function preventing({ conditions }: ToApprove): ToApprove['conditions'] {
  return conditions.filter(({ code }) => code !== 'WARNINGS_UNREVIEWED')
}

/** Who of these reviewers can approve it now. Where names are on trust and none can, a second person only has to enter theirs. */
export function whoCanWords(reviewers: ToApprove['reviewers'], me: string | undefined, isOnTrust: boolean): string {
  if (reviewers.length === 0) return t(isOnTrust ? 'payouts.toApprove.onTrust' : 'payouts.toApprove.none')
  const others = reviewers.filter(({ person }) => person.id !== me)
  const names = namesOf(others.map(({ person }) => person.name))
  const isMe = others.length < reviewers.length ? 'yes' : 'no'
  return t('payouts.toApprove.now', { isMe, count: others.length, names })
}

/** Of many people three by name, and how many more there are. */
function namesOf(people: readonly string[]): string {
  if (people.length <= mostNamed + 1) return joinList(people)
  const names = joinList(people.slice(0, mostNamed))
  return t('payouts.toApprove.more', { names, count: people.length - mostNamed })
}

const mostNamed = 3

function warningsToReview({ conditions }: ToApprove): string {
  const warnings = conditions.flatMap(({ warnings: unreviewed = [] }) => unreviewed)
  const toWrite = warnings.filter(({ grade }) => askedOfReviewer(grade, false) === 'reason').length
  return t('payouts.toApprove.warnings', { toTick: warnings.length - toWrite, toWrite }).trim()
}
