import { useState } from 'react'
import { totpCeremonySchema } from '#shared/api/accounts.ts'
import { type Account, accountSchema } from '#shared/api/own-account.ts'
import { deleteJson, postJson, putSetting } from '../api/api.ts'
import { PasswordSetup } from '../credentials/password-setup.tsx'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { FailureNotice, FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Section } from '../ui/section.tsx'
import styles from './account.module.css'
import { onceConfirmed, useChange } from './use-account.ts'

/** The password with its authenticator app: a way to sign in other than passkeys. */
export function OwnPassword({ account: { hasPassword, email, name } }: { readonly account: Account }) {
  const [open, setOpen] = useState<'form' | 'question'>()
  const { change, failure, isBusy } = useChange()
  const announce = useAnnounce()
  const close = () => setOpen(undefined)
  return (
    <Section title={t('ownAccount.password.title')}>
      <p className={styles.quiet}>{t(hasPassword ? 'ownAccount.password.isSet' : 'ownAccount.password.none')}</p>
      {open === 'form' ? (
        <PasswordSetup
          email={email ?? name}
          action={t('ownAccount.password.save')}
          beginPairing={() => postJson('/api/account/totp', undefined, totpCeremonySchema)}
          onSubmit={async (chosen) => {
            await onceConfirmed(() => putSetting('/api/account/password', chosen, accountSchema))
            announce(t('ownAccount.password.saved'))
            close()
            change(async () => undefined)
          }}
          onCancel={close}
        />
      ) : (
        <Actions>
          <Button busy={isBusy} onClick={() => setOpen('form')}>
            {t(hasPassword ? 'ownAccount.password.change' : 'ownAccount.password.set')}
          </Button>
          {hasPassword && (
            <Button busy={isBusy} onClick={() => setOpen('question')}>
              {t('ownAccount.password.remove')}
            </Button>
          )}
        </Actions>
      )}
      <FailureNotice text={failure} />
      {open === 'question' && (
        <FormDialog
          title={t('ownAccount.password.question')}
          description={t('ownAccount.password.passkeysOnly')}
          action={t('ownAccount.password.remove')}
          kind="danger"
          isBusy={isBusy}
          onSubmit={() => {
            close()
            change(() => onceConfirmed(() => deleteJson('/api/account/password')), t('ownAccount.password.removed'))
          }}
          onClose={close}
        />
      )}
    </Section>
  )
}
