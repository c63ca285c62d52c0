import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { keptChecksSchema } from '#shared/api/beneficiary.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { getJson } from '../app/api.ts'
import { keptCheckWords } from '../checks/kept-check-words.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import styles from './review.module.css'
import { rich, t } from './words.ts'

export interface CurrentChecksProps {
  readonly beneficiaryId: string
  readonly country: string
}

/** What the provider has said of exactly these details. */
export function CurrentChecks({ beneficiaryId, country }: CurrentChecksProps) {
  const checks = useQuery({
    queryKey: ['beneficiaries', 'checks', beneficiaryId],
    queryFn: ({ signal }) => getJson(`/api/beneficiaries/${beneficiaryId}/checks`, keptChecksSchema, { signal }),
  })
  if (!checks.isSuccess) return <p className={styles.quiet}>{t(checks.isError ? 'checks.failed' : 'checks.loading')}</p>
  const rules = isCountryCode(country) ? ruleBook[country] : undefined
  const services = [
    ...(rules?.identityCheck ? (['identity'] as const) : []),
    ...(rules?.bankCheck ? (['bank'] as const) : []),
  ]
  if (services.length === 0) return <p className={styles.quiet}>{t('checks.notOffered')}</p>
  return services.map((service) => {
    const newest = checks.data.items.find((check) => check.service === service && check.isCurrent)
    const check = t(`service.${service}`)
    if (newest === undefined)
      return (
        <p key={service} className={styles.quiet}>
          {t('checks.none', { check })}
        </p>
      )
    const { tone, title } = keptCheckWords(newest)
    const badge = (parts: ReactNode) => <Badge tone={tone}>{parts}</Badge>
    const ago = () => <Ago at={newest.at} />
    return (
      <p key={service} className={styles.outcome}>
        {newest.by === null
          ? rich('checks.said', { check, badge, title, ago })
          : rich('checks.saidBy', { check, badge, title, ago, name: newest.by.name })}
      </p>
    )
  })
}
