import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ListJob } from '#shared/api/list-job.ts'
import { reasonOf } from '../api/api.ts'
import { giveList, useListAnswers, useListJob } from '../api/list-jobs.ts'
import { numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { ListProgress } from '../screen/list-progress.tsx'
import { paths } from '../screen/routes.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Ledger, LedgerRow } from '../ui/ledger.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { Callout } from '../ui/tone.tsx'
import { useAnnounced } from '../ui/work-progress.tsx'
import styles from './outcome-file.module.css'
import { RowProblems } from './row-problems.tsx'
import {
  type Comparison,
  compareAll,
  outcomeAnswerSchema,
  type RecordedOutcomes,
  recordedOutcomes,
} from './state-all.ts'
import type { OutcomeFileRow, Statements } from './statements.ts'

interface Props {
  readonly file: string
  /** Why it cannot be compared yet. */
  readonly whyNot: string | undefined
  readonly read: () => Statements
}

interface ComparedStatements {
  readonly statements: Statements
  readonly comparison: Comparison
}

/** Compares a file with the payouts, then records the outcomes, then shows the result of each row. */
export function CompareAndState({ file, whyNot, read }: Props) {
  const [done, setDone] = useState(0)
  const [also, setAlso] = useState<AlsoRecorded>({ same: false, contradicting: false })
  const announce = useAnnounce()
  const comparing = useMutation({
    async mutationFn(): Promise<ComparedStatements> {
      setDone(0)
      const statements = read()
      return { statements, comparison: await compareAll(statements.stated, setDone) }
    },
    onSuccess: () => announce(t('outcomes.file.compared')),
  })
  const list = useListJob('outcomes')
  const { job, begin, steps, isUnderWay } = list
  const answers = useListAnswers(job, outcomeAnswerSchema)
  const [rows, setRows] = useState<readonly OutcomeFileRow[]>([])
  const state = (comparison: Comparison) => {
    const chosen = chosenOf(comparison, also)
    const items = chosen.map(({ statement }) => statement)
    setRows(chosen)
    const about = { file: file.slice(-200) }
    setDone(0)
    begin.mutate(() => giveList({ address: '/api/outcome-jobs', about, name: 'outcomes', items }, { report: setDone }))
  }
  const { data } = comparing
  const failure = begin.error ?? steps.error ?? answers.error
  if (job !== undefined && !isUnderWay && answers.data !== undefined)
    return <Result job={job} stated={recordedOutcomes(rows, answers.data)} />
  return (
    <section className={styles.section} aria-labelledby="compared">
      <h2 id="compared">{t('outcomes.file.comparison')}</h2>
      {comparing.error !== null && <Callout tone="error" title={reasonOf(comparing.error)} />}
      {data === undefined && (
        <Actions>
          <Button kind="primary" busy={comparing.isPending} unavailable={whyNot} onClick={() => comparing.mutate()}>
            {t('outcomes.file.compare')}
          </Button>
        </Actions>
      )}
      {data !== undefined && (
        <>
          <Counts compared={data} />
          <RowProblems {...data.comparison} faulty={data.statements.faulty} />
          {data.comparison.same.some(hasMore) && (
            <TickField
              name="withSame"
              label={t('outcomes.file.withSame')}
              value={also.same}
              onChange={(same) => setAlso({ ...also, same })}
            />
          )}
          {data.comparison.contradicting.length > 0 && (
            <TickField
              name="withContradicting"
              label={t('outcomes.file.withContradicting')}
              value={also.contradicting}
              onChange={(contradicting) => setAlso({ ...also, contradicting })}
            />
          )}
          <StateButton
            comparison={data.comparison}
            count={chosenOf(data.comparison, also).length}
            busy={isUnderWay}
            onState={() => state(data.comparison)}
          />
        </>
      )}
      {failure !== null && <Callout tone="error" title={reasonOf(failure)} />}
      {(comparing.isPending || begin.isPending) && (
        <p className={styles.quiet}>{t('outcomes.file.soFar', { count: done })}</p>
      )}
      {job !== undefined && isUnderWay && (
        <ListProgress label={t('outcomes.file.stating')} count={job.count} list={list} />
      )}
    </section>
  )
}

/** What is recorded besides new outcomes. */
interface AlsoRecorded {
  readonly same: boolean
  readonly contradicting: boolean
}

function chosenOf({ fresh, same, contradicting }: Comparison, also: AlsoRecorded): readonly OutcomeFileRow[] {
  return [...fresh, ...(also.same ? same : []), ...(also.contradicting ? contradicting : [])]
}

/** Whether the file says more of a payout than that it was paid or refused. */
function hasMore({ statement: { words, paidAmount, settlementAmount } }: OutcomeFileRow): boolean {
  return words !== undefined || paidAmount !== undefined || settlementAmount !== undefined
}

function Counts({ compared: { statements, comparison } }: { readonly compared: ComparedStatements }) {
  const { fresh, same, contradicting, refused } = comparison
  const paid = fresh.filter(({ statement }) => statement.outcome === 'paid').length
  return (
    <Ledger label={t('outcomes.file.comparison')}>
      <LedgerRow
        name={t('outcomes.file.fresh')}
        value={t('outcomes.file.freshCount', { all: fresh.length, paid, refused: fresh.length - paid })}
      />
      <LedgerRow name={t('outcomes.file.same')} value={numberWords(same.length)} />
      <LedgerRow name={t('outcomes.file.contradicting')} value={numberWords(contradicting.length)} />
      <LedgerRow name={t('outcomes.file.refused')} value={numberWords(refused.length)} />
      <LedgerRow name={t('outcomes.file.faulty')} value={numberWords(statements.faulty.length)} />
      <LedgerRow name={t('outcomes.file.left')} value={numberWords(statements.left)} />
    </Ledger>
  )
}

interface StateButtonProps {
  readonly comparison: Comparison
  readonly count: number
  readonly busy: boolean
  readonly onState: () => void
}

function StateButton({ comparison: { same }, count, busy, onState }: StateButtonProps) {
  const nothing = same.length > 0 ? t('outcomes.file.nothingNew') : t('outcomes.file.nothing')
  return (
    <Actions>
      <Button kind="primary" busy={busy} unavailable={count === 0 ? nothing : undefined} onClick={onState}>
        {t('outcomes.file.state', { count })}
      </Button>
    </Actions>
  )
}

interface StatedResultProps {
  readonly job: ListJob
  readonly stated: RecordedOutcomes
}

function Result({ job, stated: { taken, repeated, refused } }: StatedResultProps) {
  useAnnounced(t('outcomes.file.done'))
  return (
    <section className={styles.section} aria-labelledby="result">
      <h2 id="result">{t('outcomes.file.result')}</h2>
      <Callout
        tone={job.refused === 0 && job.state === 'done' ? 'success' : 'warning'}
        title={t('outcomes.file.taken', { taken, repeated, refused: job.refused })}
      >
        {job.state !== 'done' && t('outcomes.file.again', { left: job.count - job.done })}
      </Callout>
      <RowProblems refused={refused} faulty={[]} />
      <p>
        <AppLink to={`${paths.payouts}?state=exported&outcome=refused`}>{t('outcomes.file.seeRefused')}</AppLink>
      </p>
    </section>
  )
}
