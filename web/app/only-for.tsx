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

/** A screen for certain roles. Others who follow a link to it read why it is not for them. */
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
  /** The id of the payout in the address. */
  readonly id?: string
  readonly children: ReactNode
}

/** The review, for those who decide there. Others are sent to the page of the payout, or to the list of payouts in review. */
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
