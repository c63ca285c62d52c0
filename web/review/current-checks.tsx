import { useQuery } from '@tanstack/react-query'
import { keptChecksSchema } from '#shared/api/beneficiary.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { getJson } from '../app/api.ts'
import { keptCheckWords } from '../checks/kept-check-words.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import styles from './review.module.css'

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
  if (!checks.isSuccess)
    return <p className={styles.quiet}>{checks.isError ? 'The checks could not be loaded.' : 'Checks …'}</p>
  const rules = isCountryCode(country) ? ruleBook[country] : undefined
  const services = [
    ...(rules?.identityCheck ? (['identity'] as const) : []),
    ...(rules?.bankCheck ? (['bank'] as const) : []),
  ]
  if (services.length === 0) return <p className={styles.quiet}>The provider has no checks for this country.</p>
  return services.map((service) => {
    const newest = checks.data.items.find((check) => check.service === service && check.isCurrent)
    const label = service === 'identity' ? 'Identity' : 'Bank account'
    if (newest === undefined)
      return (
        <p key={service} className={styles.quiet}>
          {label}: these details were not checked.
        </p>
      )
    const { tone, title } = keptCheckWords(newest)
    return (
      <p key={service}>
        {label}: <Badge tone={tone}>{title}</Badge> <Ago at={newest.at} />
        {newest.by !== null && ` by ${newest.by.name}`}
      </p>
    )
  })
}
