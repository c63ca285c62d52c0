import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { acceptedManySchema, type CleanDetails, cleanDetailsSchema } from '#shared/api/details-links.ts'
import { completeEntry } from '#shared/payout/entry.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import { postJson, reasonOf } from '../api/api.ts'
import { invalidateAll, useOverview } from '../api/queries.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { useMay } from '../session/use-may.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormDialog } from '../ui/form.tsx'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Name } from '../ui/name.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import styles from './received-details.module.css'

type CleanOne = CleanDetails['clean'][number]

/** Accepts all that nothing warns of in one act, once they are shown: only what needs eyes of its own is left in the queue. */
export function AcceptClean() {
  const [isAsking, setIsAsking] = useState(false)
  const [mayEnter, mayHandle] = [useMay('enter'), useMay('handle')]
  const count = useOverview().data?.received ?? 0
  if (!mayEnter || !mayHandle) return null
  return (
    <>
      {count > 1 && <Button onClick={() => setIsAsking(true)}>{t('detailsLinks.clean')}</Button>}
      {isAsking && <AcceptCleanDialog onClose={() => setIsAsking(false)} />}
    </>
  )
}

function AcceptCleanDialog({ onClose }: { readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set())
  const looking = useMutation({
    mutationFn: () => postJson('/api/received-details/look', undefined, cleanDetailsSchema),
  })
  const { clean = [] } = looking.data ?? {}
  const chosen = clean.filter(({ details }) => !leftOut.has(details.id))
  const accepting = useMutation({
    mutationFn: () => postJson('/api/received-details/accept', { submissions: chosen.map(seen) }, acceptedManySchema),
    onSettled: () => invalidateAll(queryClient),
  })
  if (accepting.isSuccess) return <Accepted outcome={accepting.data} of={chosen} onClose={onClose} />
  if (!looking.isSuccess)
    return (
      <FormDialog
        title={t('detailsLinks.clean.title')}
        description={t('detailsLinks.clean.lead')}
        action={t('detailsLinks.clean.show')}
        isBusy={looking.isPending}
        failure={looking.isError && t('detailsLinks.received.failed', { reason: reasonOf(looking.error) })}
        onSubmit={() => looking.mutate()}
        onClose={onClose}
      >
        <Note>{t('detailsLinks.received.showMeans')}</Note>
      </FormDialog>
    )
  if (clean.length === 0)
    return (
      <Dialog title={t('detailsLinks.clean.none')} onClose={onClose}>
        <Left found={looking.data} />
        <Actions>
          <Button onClick={onClose}>{t('detailsLinks.made.done')}</Button>
        </Actions>
      </Dialog>
    )
  return (
    <FormDialog
      wide
      title={t('detailsLinks.clean.title')}
      description={t('detailsLinks.clean.means')}
      action={t('detailsLinks.clean.do', { count: chosen.length })}
      isBusy={accepting.isPending}
      failure={accepting.isError && t('detailsLinks.failed', { reason: reasonOf(accepting.error) })}
      onSubmit={() => chosen.length > 0 && accepting.mutate()}
      onClose={onClose}
    >
      <ul className={styles.clean}>
        {clean.map((one) => (
          <li key={one.details.id}>
            <CleanRow
              one={one}
              value={!leftOut.has(one.details.id)}
              onChange={(isChosen) => {
                const others = [...leftOut].filter((id) => id !== one.details.id)
                setLeftOut(new Set(isChosen ? others : [...others, one.details.id]))
              }}
            />
          </li>
        ))}
      </ul>
      <Left found={looking.data} />
    </FormDialog>
  )
}

interface CleanRowProps {
  readonly one: CleanOne
  readonly value: boolean
  readonly onChange: (isChosen: boolean) => void
}

/** Who it is, by the name that came beside the one by which they were asked, and where money would go. */
function CleanRow({ one: { details, submission }, value, onChange }: CleanRowProps) {
  const entry = completeEntry(submission.entry)
  const field = entry.accountNumber === '' ? 'recipientPixKey' : 'accountNumber'
  const name = `${entry.beneficiaryFirstName} ${entry.beneficiaryLastName}`.trim()
  return (
    <TickField
      name={`clean-${details.id}`}
      label={name}
      description={
        <>
          {entry[field] !== '' && (
            <>
              <GroupedNumber text={entry[field]} groups={paperGroups(entry.country, field, entry[field])} /> ·{' '}
            </>
          )}
          {countryNameByCode(entry.country)} ·{' '}
          {t('detailsLinks.clean.about', { name: details.name, isNew: String(submission.beneficiary === null) })}
        </>
      }
      value={value}
      onChange={onChange}
    />
  )
}

/** What needs eyes of its own. */
function Left({
  found: {
    left: { warned, changed, other },
    hasMore,
  },
}: {
  readonly found: CleanDetails
}) {
  const count = warned + changed + other
  return (
    <>
      {count > 0 && <p>{t('detailsLinks.clean.left', { count, warned, changed, other })}</p>}
      {hasMore && <p>{t('detailsLinks.clean.more')}</p>}
    </>
  )
}

function seen({ details: { id }, submission: { submissionId, beneficiary } }: CleanOne) {
  return { id, submissionId, ...(beneficiary !== null && { version: beneficiary.version }) }
}

interface AcceptedProps {
  readonly outcome: z.infer<typeof acceptedManySchema>
  readonly of: readonly CleanOne[]
  readonly onClose: () => void
}

function Accepted({ outcome: { submissions }, of, onClose }: AcceptedProps) {
  const refused = submissions.flatMap((one) => ('problem' in one ? [one] : []))
  const nameOf = (id: string) => of.find(({ details }) => details.id === id)?.details.name ?? ''
  return (
    <Dialog title={t('detailsLinks.clean.done', { count: submissions.length - refused.length })} onClose={onClose}>
      {refused.length > 0 && (
        <Callout tone="warning" title={t('detailsLinks.clean.refused', { count: refused.length })}>
          <ul className={styles.warnings}>
            {refused.map(({ id, problem }) => (
              <li key={id}>
                <Name>{nameOf(id)}</Name>: {problemDetail(problem)}
              </li>
            ))}
          </ul>
        </Callout>
      )}
      <Actions>
        <Button kind="primary" onClick={onClose}>
          {t('detailsLinks.made.done')}
        </Button>
      </Actions>
    </Dialog>
  )
}
