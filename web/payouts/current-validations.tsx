import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type PastValidation, pastValidationsSchema } from '#shared/api/beneficiary.ts'
import { isCountryCode, ruleBook } from '#shared/countries/rule-book.ts'
import type { RawEntry } from '#shared/payout/entry.ts'
import { getJson } from '../api/api.ts'
import { issueText } from '../language/issue-text.ts'
import { t, tNode } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/tone.tsx'
import type { Service } from '../validations/validation-store.ts'
import { savedValidationWords, whyNoValidation } from '../validations/validation-words.ts'
import styles from './current-validations.module.css'

export interface CurrentValidationsProps {
  readonly payoutId: string
  /** As saved with the payout: the beneficiary may have changed since. What is secret may be masked. */
  readonly entry: RawEntry
}

/** The validations of exactly these details, or why there are none. */
export function CurrentValidations({ payoutId, entry }: CurrentValidationsProps) {
  const validations = useQuery({
    queryKey: ['payouts', 'validations', payoutId],
    queryFn: ({ signal }) => getJson(`/api/payouts/${payoutId}/validations`, pastValidationsSchema, { signal }),
  })
  if (!validations.isSuccess)
    return (
      <p className={styles.quiet}>
        {t(validations.isError ? 'review.validations.failed' : 'review.validations.loading')}
      </p>
    )
  if (!isValidated(entry.country)) return <p className={styles.quiet}>{t('review.validations.notOffered')}</p>
  return services.map((service) => (
    <CurrentValidation
      key={service}
      service={service}
      entry={entry}
      validation={currentValidation(validations.data.items, service)}
    />
  ))
}

const services = ['identity', 'bank'] as const satisfies readonly Service[]

function isValidated(country: unknown): boolean {
  const rules = isCountryCode(country) ? ruleBook[country] : undefined
  return rules?.identityValidation !== undefined || rules?.bankValidation !== undefined
}

interface CurrentValidationProps {
  readonly service: Service
  readonly entry: RawEntry
  readonly validation: PastValidation | undefined
}

function CurrentValidation({ service, entry, validation }: CurrentValidationProps) {
  const check = t(`review.service.${service}`)
  if (validation === undefined) {
    const why = whyNoValidation(service, entry)
    return (
      <p className={styles.quiet}>
        {why === undefined
          ? t('review.validations.none', { check })
          : t('review.validations.cannot', { check, why: issueText(why) })}
      </p>
    )
  }
  const { tone, title } = savedValidationWords(validation)
  const badge = (parts: ReactNode) => <Badge tone={tone}>{parts}</Badge>
  const ago = () => <Ago at={validation.at} />
  return (
    <p className={styles.outcome}>
      {validation.by === null
        ? tNode('review.validations.result', { check, badge, title, ago })
        : tNode('review.validations.resultBy', { check, badge, title, ago, name: validation.by.name })}
    </p>
  )
}

/**
 * Of the validations of the same details, newest first, the one that counts: a result of the provider holds until the next result. One that
 * did not run, or only in test mode, is shown only where there is no other.
 */
export function currentValidation(
  validations: readonly PastValidation[],
  service: PastValidation['service'],
): PastValidation | undefined {
  const ofService = validations.filter((asked) => asked.service === service)
  return ofService.find(({ ran, testMode }) => ran === true && !testMode) ?? ofService[0]
}
