import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { itemRefusalSchema } from '#shared/api/batch-rows.ts'
import { type ListJob, pastJobsSchema } from '#shared/api/list-job.ts'
import { getJson } from '../api/api.ts'
import { useListAnswers } from '../api/list-jobs.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { AppLink } from './app-link.tsx'
import styles from './past-lists.module.css'
import { addressOf } from './routes.ts'

/** What was not accepted of one's own lists in the last days, also where no page was open when they ended. */
export function PastLists({ batchId }: { readonly batchId?: string }) {
  const query = batchId === undefined ? '' : `?batchId=${encodeURIComponent(batchId)}`
  const { data } = useQuery({
    queryKey: ['jobs', 'past', batchId],
    queryFn: ({ signal }) => getJson(`/api/jobs/past${query}`, pastJobsSchema, { signal }),
  })
  const jobs = data?.items ?? []
  if (jobs.length === 0) return null
  return (
    <section className={styles.past} aria-label={t('work.past.title')}>
      <Disclosure small summary={t('work.past.titleCount', { count: jobs.length })}>
        {jobs.map((job) => (
          <Disclosure key={job.id} small summary={<Summary job={job} />}>
            <NotAccepted job={job} />
          </Disclosure>
        ))}
      </Disclosure>
    </section>
  )
}

function Summary({ job: { kind, act, refused, count, endedAt } }: { readonly job: ListJob }) {
  return (
    <>
      {t('work.past.what', { what: act ?? kind })}: {t('work.past.count', { refused, count })}
      {endedAt !== null && (
        <>
          {' · '}
          <Ago at={endedAt} />
        </>
      )}
    </>
  )
}

/** Named by the payout, or else by the row or the place in the list. */
const answerSchema = z.object({
  id: z.optional(z.string()),
  row: z.optional(z.nullable(z.number())),
  problem: z.optional(itemRefusalSchema),
})

function NotAccepted({ job }: { readonly job: ListJob }) {
  const { data = [] } = useListAnswers(job.refused > 0 ? job : undefined, answerSchema)
  const refused = data.flatMap(({ id, row, problem }, place) =>
    problem === undefined ? [] : { id, problem, words: t('work.past.number', { number: row ?? place + 1 }) },
  )
  return (
    <>
      {job.problem !== null && <p>{problemDetail(job.problem)}</p>}
      <ul className={styles.refused}>
        {refused.slice(0, mostShown).map(({ id, problem, words }) => (
          <li key={words}>
            {id === undefined ? words : <AppLink to={addressOf.payout(id)}>{words}</AppLink>}: {problemDetail(problem)}
          </li>
        ))}
      </ul>
    </>
  )
}

/** A longer list would not help. */
const mostShown = 1_000
