import { useState } from 'react'
import { recoveryCodesSchema } from '#shared/api/accounts.ts'
import { postJson } from '../api/api.ts'
import { RecoveryCodes } from '../credentials/recovery-codes.tsx'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { FailureNotice } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import styles from './account.module.css'
import { onceConfirmed, useChange } from './use-account.ts'

/** How many recovery codes are left, and a way to replace them. */
export function OwnRecoveryCodes({ count }: { readonly count: number }) {
  const [codes, setCodes] = useState<readonly string[]>()
  const { change, failure, isBusy } = useChange()
  async function make() {
    const send = () => postJson('/api/account/recovery-codes', undefined, recoveryCodesSchema)
    setCodes((await onceConfirmed(send)).codes)
  }
  return (
    <Section title={t('ownAccount.codes.title')}>
      {codes === undefined ? (
        <>
          <p className={styles.quiet}>{t('ownAccount.codes.left', { count })}</p>
          <Actions>
            <Button busy={isBusy} onClick={() => change(make, t('ownAccount.codes.made'))}>
              {t('ownAccount.codes.make')}
            </Button>
          </Actions>
        </>
      ) : (
        <RecoveryCodes codes={codes} onKept={() => setCodes(undefined)} />
      )}
      <FailureNotice text={failure} />
    </Section>
  )
}
