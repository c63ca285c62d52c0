import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { paths } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { Callout } from '../ui/tone.tsx'
import { useApprovalPolicy } from './use-policy.ts'

/** Asks admins and reviewers for an approval policy from the second reviewer on, until two admins have decided on one. */
export function PolicyBanner() {
  const { data } = useApprovalPolicy()
  const mayAdminister = useMay('administer')
  if (data === undefined || data.suggested === null) return null
  const isOnTrust = String(data.version > 0)
  return (
    <Callout
      tone="warning"
      title={t('proposals.policyOpen', { isOnTrust })}
      action={mayAdminister && <AppLink to={paths.settings}>{t('proposals.policyDecide')}</AppLink>}
    >
      <p>{t('proposals.policyOpenMeans', { isOnTrust })}</p>
    </Callout>
  )
}
