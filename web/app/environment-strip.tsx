import { reasonOf } from '../api/api.ts'
import { useMerchant } from '../api/queries.ts'
import { t, tNode } from '../language/translate.ts'
import { useTestMode } from '../screen/test-mode.tsx'
import { PersonMenu } from '../session/person-menu.tsx'
import { usePersonIfAny } from '../session/use-person.ts'
import { useEnvironment } from '../session/use-session.ts'
import { classNames } from '../ui/class-names.ts'
import { FlaskIcon, WarningIcon } from '../ui/icons.tsx'
import styles from './environment-strip.module.css'

/** The strip that is always at the top: the merchant, and whether payments are real. Violet means that they are not. */
export function EnvironmentStrip() {
  const isWorking = usePersonIfAny() !== undefined
  const testMode = useTestMode()
  const environment = useEnvironment()
  const isSandbox = environment === 'sandbox'
  const isViolet = isSandbox || testMode.isOn
  return (
    <section className={classNames(styles.strip, isViolet && styles.violet)} aria-label={t('app.strip.label')}>
      <p className={styles.state}>
        {isViolet && <FlaskIcon />}
        {isSandbox && <strong>{t('app.strip.sandbox')}</strong>}
        {testMode.isOn && <strong>{t('app.strip.testMode')}</strong>}
        {isViolet && (
          <span className={styles.sentence}>
            {isSandbox ? t('app.strip.sandboxMeans') : t('app.strip.testModeMeans')}
          </span>
        )}
        {!isViolet && environment === 'provider' && <span>{t('app.strip.live')}</span>}
      </p>
      {isWorking && <MerchantNumber />}
      <PersonMenu />
    </section>
  )
}

/** The server sends it only to people who have signed in. */
function MerchantNumber() {
  const merchant = useMerchant()
  if (merchant.isSuccess) {
    return (
      <p className={styles.merchant}>
        {tNode('app.strip.merchant', {
          merchantId: merchant.data.merchantId,
          word: (parts) => <span className={styles.word}>{parts}</span>,
          number: (parts) => <span className={styles.number}>{parts}</span>,
        })}
      </p>
    )
  }
  return (
    merchant.isError &&
    !merchant.isFetching && (
      <p className={classNames(styles.merchant, styles.failed)}>
        <WarningIcon />
        <span>{reasonOf(merchant.error)}</span>
        <button type="button" className={styles.again} onClick={() => void merchant.refetch()}>
          {t('app.strip.again')}
        </button>
      </p>
    )
  )
}
