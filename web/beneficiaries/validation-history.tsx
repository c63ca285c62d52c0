import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { type Beneficiary, type SavedValidation, savedValidationsSchema } from '#shared/api/beneficiary.ts'
import { getJson } from '../api/api.ts'
import { issueText } from '../language/issue-text.ts'
import { t, tNode } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { LoadFailure } from '../screen/loading.tsx'
import { addressOf } from '../screen/routes.ts'
import { Ago } from '../ui/ago.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Badge } from '../ui/tone.tsx'
import type { Service } from '../validations/validation-store.ts'
import { savedValidationWords, whyNoValidation } from '../validations/validation-words.ts'
import styles from './beneficiary.module.css'

/** What the provider has said of this beneficiary, newest first; what was asked about other details is marked. */
export function ValidationHistory({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { id } = beneficiary
  const checks = useQuery({
    queryKey: ['beneficiary', id, 'checks'],
    queryFn: ({ signal }) => getJson(`/api/beneficiaries/${id}/validations`, savedValidationsSchema, { signal }),
  })
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('beneficiaries.checks.title')}</h2>
      {checks.isPending && <Skeleton lines={3} label={t('beneficiaries.checks.loading')} />}
      {checks.isError && <LoadFailure what="checks" query={checks} />}
      {checks.data?.items.length === 0 && <NothingChecked beneficiary={beneficiary} />}
      {checks.isSuccess && checks.data.items.length > 0 && (
        <ul className={styles.lines}>
          {checks.data.items.map((check) => (
            <Line key={check.id} check={check} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** What can be asked for, and why the rest cannot. */
function NothingChecked({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { id, country, method, documentType, masked } = beneficiary
  // Whether a check is to be had depends on what is in clear, and on which fields are filled.
  const reasons = services.map((service) => ({
    service,
    why: whyNoValidation(service, { country, method, documentType, ...masked }),
  }))
  const [offered, another] = reasons.filter(({ why }) => why === undefined)
  const link = (parts: ReactNode) => <AppLink to={addressOf.editBeneficiary(id)}>{parts}</AppLink>
  return (
    <>
      {offered !== undefined && (
        <p className={styles.quiet}>
          {tNode('beneficiaries.checks.none', { service: another === undefined ? offered.service : 'both', link })}
        </p>
      )}
      {reasons.map(
        ({ service, why }) =>
          why !== undefined && (
            <p key={service} className={styles.quiet}>
              {t('beneficiaries.checks.cannot', { check: t(`beneficiaries.service.${service}`), why: issueText(why) })}
            </p>
          ),
      )}
    </>
  )
}

const services = ['identity', 'bank'] as const satisfies readonly Service[]

function Line({ check }: { readonly check: SavedValidation }) {
  const { service, isCurrent, testMode, at, by, requestId, ran } = check
  const { tone, title } = savedValidationWords(check)
  return (
    <li>
      <p className={styles.badges}>
        <strong>{t(`beneficiaries.service.${service}`)}</strong>
        {!isCurrent && <Badge tone="info">{t('beneficiaries.checks.outdated')}</Badge>}
        {testMode && <Badge tone="sandbox">{t('beneficiaries.checks.testMode')}</Badge>}
      </p>
      <p className={styles.outcome}>
        <Badge tone={isCurrent ? tone : 'neutral'}>
          {isCurrent ? title : t('beneficiaries.checks.then', { outcome: title })}
        </Badge>
      </p>
      <p className={styles.meta}>
        <Ago at={at} />
        {by !== null && <span>{t('beneficiaries.checks.by', { name: by.name })}</span>}
        {ran === null && <span>{t('beneficiaries.checks.mayHaveRun')}</span>}
        <span>{t('beneficiaries.checks.trace', { id: requestId.slice(0, 8) })}</span>
        <CopyButton kind="link" text={requestId} label={t('beneficiaries.checks.copyTraceIdentifier')}>
          {t('beneficiaries.checks.copyTrace')}
        </CopyButton>
      </p>
    </li>
  )
}
