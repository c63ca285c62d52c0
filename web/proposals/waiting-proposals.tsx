import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { type Proposal, type ProposalKind, proposalConfirmationSchema, proposalsSchema } from '#shared/api/proposals.ts'
import type { Person } from '#shared/api/session.ts'
import { limitWords } from '../account/limit-words.ts'
import { deleteJson, getJson, postJson, reasonOf } from '../api/api.ts'
import { invalidateAll } from '../api/queries.ts'
import { minuteWords } from '../language/formats.ts'
import { t, tNode } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { focusHeading } from '../screen/page.tsx'
import { usePersonIfAny } from '../session/use-person.ts'
import { useSession } from '../session/use-session.ts'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { PolicyRules } from './policy-rules.tsx'
import styles from './proposals.module.css'

/** What one admin proposed of these kinds, for another one to confirm. Nothing where nothing waits. */
export function WaitingProposals({ kinds }: { readonly kinds: readonly ProposalKind[] }) {
  const titleId = useId()
  const proposals = useQuery({
    queryKey: ['proposals'],
    queryFn: async ({ signal }) => (await getJson('/api/proposals', proposalsSchema, { signal })).items,
    select: (items) => items.filter(({ kind }) => kinds.includes(kind)),
  })
  const confirming = useConfirm()
  const { data: made } = confirming
  if (proposals.isError)
    return <Callout tone="error" title={t('proposals.failed', { reason: reasonOf(proposals.error) })} />
  const isAny = proposals.data !== undefined && proposals.data.length > 0
  return (
    <>
      {isAny && (
        <section aria-labelledby={titleId} className={styles.waiting}>
          <h2 id={titleId}>{t('proposals.title')}</h2>
          <p className={styles.quiet}>{t('proposals.why')}</p>
          <PayoutActionFailure error={confirming.error} />
          <ul className={styles.list}>
            {proposals.data.map((proposal) => (
              <li key={proposal.id}>
                <OneProposal proposal={proposal} confirming={confirming} />
              </li>
            ))}
          </ul>
        </section>
      )}
      {made?.link != null && <LinkDialog {...made} link={made.link} onClose={confirming.reset} />}
    </>
  )
}

function useConfirm() {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  return useMutation({
    mutationFn: (id: string) =>
      postJson(`/api/proposals/${encodeURIComponent(id)}/confirm`, undefined, proposalConfirmationSchema),
    onSuccess({ link }) {
      if (link !== null) return
      // Its buttons go with it.
      focusHeading()
      announce(t('proposals.confirmed'))
    },
    onSettled: () => invalidateAll(queryClient),
  })
}

interface OneProposalProps {
  readonly proposal: Proposal
  readonly confirming: ReturnType<typeof useConfirm>
}

function OneProposal({ proposal, confirming }: OneProposalProps) {
  const { id, by, at, expiresAt, person, letInBy, canConfirm, currencies, code } = proposal
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const isOwn = usePersonIfAny()?.id === by.id
  const withdrawing = useMutation({
    mutationFn: () => deleteJson(`/api/proposals/${encodeURIComponent(id)}`),
    onSuccess() {
      focusHeading()
      announce(t('proposals.withdrawn'))
    },
    onSettled: () => invalidateAll(queryClient),
  })
  const nameOf = useStaffNames()
  const what = whatWords(proposal, nameOf)
  return (
    <>
      <h3>{what}</h3>
      <p>{contentWords(proposal)}</p>
      {proposal.kind === 'reEnrolment' && <p>{t('proposals.call')}</p>}
      {person !== null && code !== null && (
        <Note>
          {tNode('proposals.code', { name: nameOf(person), code: () => <strong translate="no">{code}</strong> })}
        </Note>
      )}
      {currencies !== undefined && <PolicyRules currencies={currencies} />}
      <p className={styles.quiet}>
        {tNode('proposals.by', { name: nameOf(by), ago: () => <Ago at={at} />, until: minuteWords(expiresAt) })}
      </p>
      {person !== null && letInBy.length > 0 && (
        <Note>{t('proposals.letIn', { name: nameOf(person), names: letInBy.map(nameOf).join(', ') })}</Note>
      )}
      <Confirmers proposal={proposal} />
      <PayoutActionFailure error={withdrawing.error} />
      <Actions>
        {canConfirm && (
          <Button
            kind="primary"
            label={t('proposals.confirmOne', { what })}
            busy={confirming.isPending}
            onClick={() => confirming.mutate(id)}
          >
            {t('proposals.confirm')}
          </Button>
        )}
        <Button busy={withdrawing.isPending} onClick={() => withdrawing.mutate()}>
          {t(isOwn ? 'proposals.withdraw' : 'proposals.reject')}
        </Button>
      </Actions>
    </>
  )
}

function Confirmers({ proposal: { id, confirmers } }: { readonly proposal: Proposal }) {
  const isLocal = useSession().data?.signIn === 'local'
  const nameOf = useStaffNames()
  if (confirmers.length > 0) return <p>{t('proposals.who', { names: confirmers.map(nameOf).join(', ') })}</p>
  return isLocal ? null : <Note>{t('proposals.commandLine', { id })}</Note>
}

function whatWords({ kind, person, token, webhook }: Proposal, nameOf: (person: Person) => string): string {
  const name = person === null ? (webhook?.url ?? '') : nameOf(person)
  const change = webhook?.change ?? 'call'
  return t('proposals.what', { kind: change === 'call' ? kind : change, name, token: token?.name ?? '' })
}

/** Roles and limits; of a token, who keeps it and where it may come from. */
function contentWords({ roles = [], approveUpTo = {}, approveUpToADay = {}, token }: Proposal): string {
  return [
    ...roles.map((role) => t(`people.role.${role}`)),
    ...(roles.includes('reviewer')
      ? [t('proposals.limits', { limits: limitWords({ approveUpTo, approveUpToADay }) })]
      : []),
    ...(token === undefined
      ? []
      : [t('proposals.holder', { name: token.holder.name }), ...addressWords(token.addresses)]),
  ].join(' · ')
}

function addressWords(addresses: readonly string[]): readonly string[] {
  return addresses.length === 0 ? [t('settings.tokens.anyAddress')] : addresses
}
