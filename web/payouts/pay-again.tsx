import { useLocation } from 'wouter'
import { useSingleKey } from '../palette/use-single-key.ts'
import { addressOf } from '../screen/routes.ts'
import { ButtonLink } from '../ui/button.tsx'

export interface PayAgainProps {
  readonly beneficiaryId: string
  readonly kind?: 'primary' | 'quiet'
  readonly children: string
}

/** Leads to a form that pays a saved beneficiary as they are saved: the amount is all that it asks. The key P leads there too. */
export function PayAgain({ beneficiaryId, kind = 'quiet', children }: PayAgainProps) {
  const [, navigate] = useLocation()
  const address = addressOf.newPayoutTo(beneficiaryId)
  useSingleKey('P', () => navigate(address))
  return (
    <ButtonLink href={address} kind={kind} shortcut="P">
      {children}
    </ButtonLink>
  )
}
