import type { Batch } from '#shared/api/batch.ts'
import { t } from '../language/translate.ts'
import { LoadFailure } from '../screen/loading.tsx'
import { useMay, WhyNot } from '../session/use-may.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import styles from './batch.module.css'
import { BeginValidations } from './begin-validations.tsx'
import { JobProgress } from './job-progress.tsx'
import { isOpen, useBatchValidations } from './use-batch-validations.ts'

/** The validations of the whole batch, their progress, and a way to request more. */
export function BatchValidations({ batch }: { readonly batch: Batch }) {
  const validations = useBatchValidations(batch.id)
  const mayEnter = useMay('enter')
  const jobs = validations.data?.items
  const { counts } = batch
  const hasPayouts = counts.draft + counts.in_review + counts.returned + counts.approved > 0
  return (
    <section className={styles.section} aria-labelledby="validations">
      <h2 id="validations">{t('batches.validations.title')}</h2>
      {validations.isPending && <Skeleton lines={2} label={t('batches.validations.loading')} />}
      {jobs === undefined && validations.isError && <LoadFailure what="validations" query={validations} />}
      {jobs?.map((job) => (
        <JobProgress key={job.id} job={job} />
      ))}
      {jobs !== undefined && !jobs.some(isOpen) && hasPayouts && mayEnter && <BeginValidations batch={batch} />}
      {jobs?.length === 0 && !mayEnter && <WhyNot permission="enter" />}
    </section>
  )
}
