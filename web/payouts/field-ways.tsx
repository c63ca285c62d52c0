import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { warningName } from './confirmations.tsx'
import styles from './field-ways.module.css'
import { PhoneOffer } from './phone-offer.tsx'
import { useWarnings } from './warnings-context.tsx'

/** What can be done at once about what stands below a field, which may also be a check's. */
export function FieldWays({ field }: { readonly field: string }) {
  return (
    <div className={styles.ways}>
      {field === 'recipientPixKey' && <PhoneOffer />}
      <ToItsTick field={field} />
    </div>
  )
}

/** Leads to the tick that confirms the warning here: all ticks stand together at the end of the form. */
function ToItsTick({ field }: { readonly field: string }) {
  const { open } = useWarnings()
  const first = open.find((warning) => warning.field === field)
  if (first === undefined) return null
  return (
    <Button kind="link" small onClick={() => goToField(warningName(first))}>
      {t('payouts.warnings.toTick')}
    </Button>
  )
}
