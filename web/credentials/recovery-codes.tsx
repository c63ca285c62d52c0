import { useState } from 'react'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { TickField } from '../ui/tick-field.tsx'
import styles from './credentials.module.css'

export interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onKept: () => void
}

/** Shows recovery codes once: to copy or download, and to continue after confirming that they are saved. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const [isKept, setIsKept] = useState(false)
  const [hasTried, setHasTried] = useState(false)
  const text = `${codes.join('\n')}\n`
  return (
    <>
      <p>{t('credentials.codes.explained')}</p>
      <ol className={styles.codes} translate="no" aria-label={t('credentials.codes.title')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <Actions>
        <CopyButton text={text} label={t('credentials.codes.copy')} />
        <Button small onClick={() => download(text)}>
          {t('credentials.codes.download')}
        </Button>
      </Actions>
      <TickField
        name="codesKept"
        label={t('credentials.codes.kept')}
        value={isKept}
        onChange={setIsKept}
        required
        error={hasTried && !isKept ? t('credentials.codes.keepFirst') : undefined}
      />
      <Actions>
        <Button
          kind="primary"
          onClick={() => {
            setHasTried(true)
            if (isKept) onKept()
            else goToField('codesKept')
          }}
        >
          {t('credentials.codes.goOn')}
        </Button>
      </Actions>
    </>
  )
}

/** The file is made in the browser, as the server has only hashes of the codes. */
function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'payout-desk-recovery-codes.txt'
  link.click()
  URL.revokeObjectURL(address)
}
