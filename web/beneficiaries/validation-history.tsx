import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import type { Beneficiary, SavedValidation } from '#shared/api/beneficiary.ts'
import { issueText } from '../language/issue-text.ts'
import { t, tNode } from '../language/translate.ts'
import { validationsQuery } from '../payouts/use-payout.ts'
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

/** The validations of this beneficiary, newest first; those of other details are marked. */
export function ValidationHistory({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { id } = beneficiary
  const validations = useQuery(validationsQuery(id))
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 id={titleId}>{t('beneficiaries.validations.title')}</h2>
      {validations.isPending && <Skeleton lines={3} label={t('beneficiaries.validations.loading')} />}
      {validations.isError && <LoadFailure what="validations" query={validations} />}
      {validations.data?.items.length === 0 && <NoValidations beneficiary={beneficiary} />}
      {validations.isSuccess && validations.data.items.length > 0 && (
        <ul className={styles.lines}>
          {validations.data.items.map((validation) => (
            <Line key={validation.id} validation={validation} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Which validations can be asked for, and why the others cannot. */
function NoValidations({ beneficiary }: { readonly beneficiary: Beneficiary }) {
  const { id, country, method, documentType, masked } = beneficiary
  // Whether a validation is offered depends on values that are not secret, and on which fields are filled.
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
          {tNode('beneficiaries.validations.none', { service: another === undefined ? offered.service : 'both', link })}
        </p>
      )}
      {reasons.map(
        ({ service, why }) =>
          why !== undefined && (
            <p key={service} className={styles.quiet}>
              {t('beneficiaries.validations.cannot', {
                check: t(`beneficiaries.service.${service}`),
                why: issueText(why),
              })}
            </p>
          ),
      )}
    </>
  )
}

const services = ['identity', 'bank'] as const satisfies readonly Service[]

function Line({ validation }: { readonly validation: SavedValidation }) {
  const { service, isCurrent, testMode, at, by, requestId, ran } = validation
  const { tone, title } = savedValidationWords(validation)
  return (
    <li>
      <p className={styles.badges}>
        <strong>{t(`beneficiaries.service.${service}`)}</strong>
        {!isCurrent && <Badge tone="info">{t('beneficiaries.validations.outdated')}</Badge>}
        {testMode && <Badge tone="sandbox">{t('beneficiaries.validations.testMode')}</Badge>}
      </p>
      <p className={styles.outcome}>
        <Badge tone={isCurrent ? tone : 'neutral'}>
          {isCurrent ? title : t('beneficiaries.validations.then', { outcome: title })}
        </Badge>
      </p>
      <p className={styles.meta}>
        <Ago at={at} />
        {by !== null && <span>{t('beneficiaries.validations.by', { name: by.name })}</span>}
        {ran === null && <span>{t('beneficiaries.validations.mayHaveRun')}</span>}
        <span>{t('beneficiaries.validations.trace', { id: requestId.slice(0, 8) })}</span>
        <CopyButton kind="link" text={requestId}>
          {t('beneficiaries.validations.copyTrace')}
        </CopyButton>
      </p>
    </li>
  )
}
