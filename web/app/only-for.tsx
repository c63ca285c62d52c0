import type { ReactNode } from 'react'
import { Redirect } from 'wouter'
import type { Permission } from '#shared/api/permissions.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, paths } from '../screen/routes.ts'
import { useMay, WhyNot } from '../session/use-may.tsx'

export interface OnlyForProps {
  readonly permission: Permission
  readonly children: ReactNode
}

/** A screen for whose roles allow what it is for. Anybody else who follows a link to it reads why there is nothing for them. */
export function OnlyFor({ permission, children }: OnlyForProps) {
  if (useMay(permission)) return children
  return (
    <Page title={t('may.title')}>
      <WhyNot permission={permission} />
      <p>
        <AppLink to={paths.payouts}>{t('may.toPayouts')}</AppLink>
      </p>
    </Page>
  )
}

interface ForReviewersProps {
  /** Of the payout that the address names. */
  readonly id?: string
  readonly children: ReactNode
}

/** The review, for who decides there. For others a payout has a page of its own, and those in review are a list. */
export function ForReviewers({ id, children }: ForReviewersProps) {
  if (useMay('approve')) return children
  if (id !== undefined) return <Redirect to={addressOf.payout(id)} replace />
  return (
    <Page title={t('app.nav.review')}>
      <WhyNot permission="approve" />
      <p>
        <AppLink to={`${paths.payouts}?state=in_review`}>{t('may.toThose')}</AppLink>
      </p>
    </Page>
  )
}
