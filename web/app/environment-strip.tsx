import { PersonMenu } from '../session/person-menu.tsx'
import { classNames } from '../ui/class-names.ts'
import { FlaskIcon, WarningIcon } from '../ui/icons.tsx'
import styles from './environment-strip.module.css'
import { useTestMode } from './test-mode.tsx'
import { reasonOf, useMerchant } from './use-merchant.ts'
import { useEnvironment } from './use-sandbox.ts'

/** The strip that never leaves the top: for whom one works, and whether it is for real. Violet: it is not. */
export function EnvironmentStrip() {
  const merchant = useMerchant()
  const testMode = useTestMode()
  const environment = useEnvironment()
  const isSandbox = environment === 'sandbox'
  const isViolet = isSandbox || testMode.isOn
  return (
    <section className={classNames(styles.strip, isViolet && styles.violet)} aria-label="Merchant and environment">
      <p className={styles.state}>
        {isViolet && <FlaskIcon />}
        {isSandbox && <strong>Sandbox</strong>}
        {testMode.isOn && <strong>Test mode</strong>}
        {isViolet && <span className={styles.sentence}>{sentence(isSandbox)}</span>}
        {!isViolet && environment === 'provider' && <span>Live</span>}
      </p>
      <div className={styles.who}>
        <MerchantNumber merchant={merchant} />
        <PersonMenu />
      </div>
    </section>
  )
}

function MerchantNumber({ merchant }: { readonly merchant: ReturnType<typeof useMerchant> }) {
  if (merchant.isSuccess) {
    return (
      <p className={styles.merchant}>
        <span className={styles.word}>Merchant</span> <span className={styles.number}>{merchant.data.merchantId}</span>
      </p>
    )
  }
  if (merchant.isFetching) return <p className={styles.merchant}>Merchant …</p>
  return (
    merchant.isError && (
      <p className={classNames(styles.merchant, styles.failed)}>
        <WarningIcon />
        <span>{reasonOf(merchant.error)}</span>
        <button type="button" className={styles.again} onClick={() => void merchant.refetch()}>
          Try again
        </button>
      </p>
    )
  )
}

function sentence(isSandbox: boolean): string {
  return isSandbox ? 'A built-in stand-in answers; the provider is not asked.' : 'Checks are simulated by the provider.'
}
