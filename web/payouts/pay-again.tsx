import { Link, useLocation } from 'wouter'
import type { Beneficiary } from '#shared/api/beneficiary.ts'
import type { Payout } from '#shared/api/payout.ts'
import { shownName } from '../entry/payout-words.tsx'
import { useSingleKeys } from '../palette/single-keys.ts'
import { addressOf } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { ButtonLink } from '../ui/button-link.tsx'

export interface PayAgainProps {
  readonly beneficiaryId: string
  readonly kind?: 'primary' | 'quiet'
  readonly children: string
}

/** Opens a form that pays a beneficiary with the saved details, so that only the amount is missing. The key P opens it too. */
export function PayAgain({ beneficiaryId, kind = 'quiet', children }: PayAgainProps) {
  const [, navigate] = useLocation()
  const address = addressOf.newPayoutTo(beneficiaryId)
  const mayEnter = useMay('enter')
  useSingleKeys({ P: () => mayEnter && navigate(address) })
  if (!mayEnter) return null
  return (
    <ButtonLink href={address} kind={kind} shortcut="P">
      {children}
    </ButtonLink>
  )
}

/** A payout that is still a draft, or was returned, is sent itself: paying again would pay twice. */
export function isOnItsWay({ state }: Pick<Payout, 'state'>): boolean {
  return state !== 'draft' && state !== 'returned'
}

interface PayAgainLinkProps extends Pick<PayAgainProps, 'beneficiaryId' | 'children'> {
  readonly of: Pick<Beneficiary, 'name' | 'erasedAt'>
}

/** The same in the row of a list. An erased beneficiary cannot be paid again. */
export function PayAgainLink({ beneficiaryId, of, children }: PayAgainLinkProps) {
  const mayEnter = useMay('enter')
  if (of.erasedAt !== null || !mayEnter) return null
  return (
    <Link href={addressOf.newPayoutTo(beneficiaryId)} onClick={() => window.scrollTo(0, 0)}>
      {children}
      <span className="sr-only"> {shownName(of)}</span>
    </Link>
  )
}
