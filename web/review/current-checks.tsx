import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type AskedCheck, payoutChecksSchema } from '#shared/api/beneficiary.ts'
import type { Details } from '#shared/api/details.ts'
import { ruleBook } from '#shared/countries/rule-book.ts'
import { isCountryCode } from '#shared/rule-book/country-codes.ts'
import { getJson } from '../app/api.ts'
import type { Service } from '../checks/check-store.ts'
import { keptCheckWords } from '../checks/kept-check-words.ts'
import { whyNoCheck } from '../checks/why-no-check.ts'
import { remarkText } from '../language/remark-words.ts'
import { Ago } from '../ui/ago.tsx'
import { Badge } from '../ui/badge.tsx'
import styles from './review.module.css'
import { standingCheck } from './standing-check.ts'
import { rich, t } from './words.ts'

export interface CurrentChecksProps {
  readonly payoutId: string
  /** As the payout keeps them: the book may have others by now. */
  readonly details: Details
}

/** What the provider has said of exactly these details, or why it cannot be asked. */
export function CurrentChecks({ payoutId, details }: CurrentChecksProps) {
  const checks = useQuery({
    queryKey: ['payouts', 'checks', payoutId],
    queryFn: ({ signal }) => getJson(`/api/payouts/${payoutId}/checks`, payoutChecksSchema, { signal }),
  })
  if (!checks.isSuccess) return <p className={styles.quiet}>{t(checks.isError ? 'checks.failed' : 'checks.loading')}</p>
  if (!isChecked(details.country)) return <p className={styles.quiet}>{t('checks.notOffered')}</p>
  return services.map((service) => (
    <CurrentCheck
      key={service}
      service={service}
      details={details}
      standing={standingCheck(checks.data.items, service)}
    />
  ))
}

const services = ['identity', 'bank'] as const satisfies readonly Service[]

function isChecked(country: string): boolean {
  const rules = isCountryCode(country) ? ruleBook[country] : undefined
  return rules?.identityCheck !== undefined || rules?.bankCheck !== undefined
}

interface CurrentCheckProps {
  readonly service: Service
  readonly details: Details
  readonly standing: AskedCheck | undefined
}

function CurrentCheck({ service, details, standing }: CurrentCheckProps) {
  const check = t(`service.${service}`)
  if (standing === undefined) {
    const why = whyNoCheck(service, details)
    return (
      <p className={styles.quiet}>
        {why === undefined ? t('checks.none', { check }) : t('checks.cannot', { check, why: remarkText(why) })}
      </p>
    )
  }
  const { tone, title } = keptCheckWords(standing)
  const badge = (parts: ReactNode) => <Badge tone={tone}>{parts}</Badge>
  const ago = () => <Ago at={standing.at} />
  return (
    <p className={styles.outcome}>
      {standing.by === null
        ? rich('checks.said', { check, badge, title, ago })
        : rich('checks.saidBy', { check, badge, title, ago, name: standing.by.name })}
    </p>
  )
}
