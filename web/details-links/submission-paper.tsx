import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { oneBeneficiarySchema } from '#shared/api/beneficiary.ts'
import { type DetailsLink, type ReceivedSubmission, submissionSchema } from '#shared/api/details-links.ts'
import { warningId } from '#shared/api/issue.ts'
import { completeEntry } from '#shared/payout/entry.ts'
import { essentialFields } from '#shared/payout/fields.ts'
import { paperGroups } from '#shared/payout/number-groups.ts'
import { getJson, postJson, reasonOf } from '../api/api.ts'
import { useBankNames } from '../api/bank-names.ts'
import { invalidateAll } from '../api/queries.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { beneficiaryNames, beneficiaryRows, type EntryRow, entryLabel } from '../entry/entry-words.ts'
import { OtherBeneficiary } from '../entry/other-beneficiary.tsx'
import { maskedEntry } from '../entry/payout-words.tsx'
import { GradeBadge } from '../entry/warning-marks.tsx'
import { alike, issueText } from '../language/issue-text.ts'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { addressOf } from '../screen/routes.ts'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import paperStyles from '../ui/decided-paper.module.css'
import { GroupedNumber } from '../ui/grouped-number.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { Name } from '../ui/name.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Callout, Note } from '../ui/tone.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import type { LinkDecision } from './decision-panels.tsx'
import styles from './received-details.module.css'
import { SubmissionDecision } from './submission-decision.tsx'

interface SubmissionPaperProps {
  readonly link: DetailsLink
  /** Whether it is shown in full, which the server records. */
  readonly isShowing: boolean
  readonly takesFocus: boolean
  readonly onShow: () => void
  readonly onDone: (decision: LinkDecision) => void
}

/** What one beneficiary sent, beside what is saved of them, and the decision. */
export function SubmissionPaper({ link, isShowing, takesFocus, onShow, onDone }: SubmissionPaperProps) {
  const { id, name, country, madeBy, submittedAt } = link
  const queryClient = useQueryClient()
  const nameOf = useStaffNames()
  const [firstSubmittedAt] = useState(submittedAt)
  const found = useQuery({
    queryKey: ['revealed', 'submission', id, submittedAt],
    queryFn: () => postJson(`/api/details-links/${encodeURIComponent(id)}/submission`, undefined, submissionSchema),
    enabled: isShowing,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <article className={paperStyles.paper} aria-label={name}>
      <h2 tabIndex={-1} ref={takesFocus ? focus : undefined}>
        <Name>{name}</Name>
      </h2>
      <p className={styles.quiet}>
        {country !== null && `${countryNameByCode(country)} · `}
        {tNode('detailsLinks.received.about', { ago: () => <Ago at={submittedAt ?? ''} />, by: nameOf(madeBy) })}
      </p>
      {isShowing && submittedAt !== firstSubmittedAt && (
        <div role="alert">
          <Callout tone="warning" title={t('detailsLinks.received.replaced')} />
        </div>
      )}
      {!isShowing && (
        <>
          <Note>{t('detailsLinks.received.showMeans')}</Note>
          <Actions>
            <Button kind="primary" onClick={onShow}>
              {t('detailsLinks.received.show')}
            </Button>
          </Actions>
        </>
      )}
      {found.isFetching && <Skeleton lines={10} label={t('detailsLinks.received.loading')} />}
      {found.isError && !found.isFetching && (
        <Callout
          tone="error"
          title={t('detailsLinks.received.failed', { reason: reasonOf(found.error) })}
          action={<Button onClick={() => void found.refetch()}>{t('detailsLinks.received.again')}</Button>}
        />
      )}
      {isShowing && found.isSuccess && !found.isFetching && (
        <>
          <Compared submission={found.data} />
          <Warnings warnings={found.data.warnings} />
          <SubmissionDecision
            key={found.data.submissionId}
            link={link}
            submission={found.data}
            onDone={onDone}
            onLoadAgain={() => {
              void found.refetch()
              void invalidateAll(queryClient)
            }}
          />
        </>
      )}
    </article>
  )
}

function focus(heading: HTMLElement | null): void {
  heading?.focus()
}

/** Every field that came; of those that differ, what is saved, by its ending where it is a number. */
function Compared({ submission: { entry: sent, beneficiary } }: { readonly submission: ReceivedSubmission }) {
  const entry = completeEntry(sent)
  const names = useBankNames()
  const saved = useQuery({
    queryKey: ['beneficiaries', 'compared', beneficiary?.id],
    queryFn: ({ signal }) => getJson(`/api/beneficiaries/${beneficiary?.id}`, oneBeneficiarySchema, { signal }),
    enabled: beneficiary !== null,
  })
  const before = saved.data && beneficiaryRows(maskedEntry(saved.data), names)
  const differs = beneficiary?.differs ?? []
  const leftOut = beneficiaryNames(entry).filter((name) => entry[name] === '' && differs.includes(name))
  const noteOf = (name: string) => {
    if (!differs.includes(name) || before === undefined) return undefined
    const row = before.find((one) => one.name === name)
    if (row === undefined) return t('detailsLinks.received.wasBlank')
    return tNode('detailsLinks.received.was', { value: () => <Value row={row} country={entry.country} /> })
  }
  return (
    <>
      {beneficiary === null ? (
        <Note>{t('detailsLinks.received.isNew')}</Note>
      ) : (
        <Callout
          tone={differs.length === 0 ? 'success' : 'warning'}
          title={t('detailsLinks.received.differs', { count: differs.length })}
          action={<AppLink to={addressOf.beneficiary(beneficiary.id)}>{t('detailsLinks.received.saved')}</AppLink>}
        />
      )}
      <Ledger label={t('detailsLinks.received.details')}>
        {beneficiaryRows(entry, names).map((row) => (
          <LedgerRow
            key={row.name}
            name={row.label}
            value={<Value row={row} country={entry.country} />}
            note={noteOf(row.name)}
            tone={essentialFields.some((field) => field === row.name) ? 'warning' : 'info'}
          />
        ))}
        {leftOut.map((name) => (
          <LedgerRow
            key={name}
            name={entryLabel(entry, name)}
            value={undefined}
            missing={t('detailsLinks.received.leftOut')}
            note={noteOf(name)}
            tone="warning"
          />
        ))}
      </Ledger>
    </>
  )
}

function Value({ row: { name, value, meaning }, country }: { readonly row: EntryRow; readonly country: string }) {
  if (meaning === undefined) return <GroupedNumber text={value} groups={paperGroups(country, name, value)} />
  return (
    <>
      {meaning} {name !== 'method' && <code className={styles.quiet}>{value}</code>}
    </>
  )
}

/** What the rule book doubts, and who else has the same document or account. */
function Warnings({ warnings }: Pick<ReceivedSubmission, 'warnings'>) {
  const [first] = warnings
  if (first === undefined) return <p className={styles.quiet}>{t('detailsLinks.received.noWarnings')}</p>
  const groups = alike(warnings)
  return (
    <Callout tone={gradeTones[first.grade]} title={t('detailsLinks.received.warnings', { count: groups.length })}>
      <ul className={styles.warnings}>
        {groups.map((group) => (
          <li key={warningId(group[0])}>
            {issueText(group[0])} <GradeBadge grade={group[0].grade} />
            {group.map(
              (warning) =>
                typeof warning.params.beneficiaryId === 'string' && (
                  <p key={warningId(warning)}>
                    <OtherBeneficiary id={warning.params.beneficiaryId} />
                  </p>
                ),
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
