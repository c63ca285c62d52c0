import { useState } from 'react'
import { creationCeremonySchema } from '#shared/api/accounts.ts'
import { type Account, accountSchema } from '#shared/api/own-account.ts'
import { showsNothing } from '#shared/api/texts.ts'
import { deleteJson, postJson } from '../api/api.ts'
import { createPasskey, knowsPasskeys } from '../api/passkey.ts'
import { t } from '../language/translate.ts'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { goToField } from '../ui/error-summary.tsx'
import { Section } from '../ui/section.tsx'
import { Table } from '../ui/table.tsx'
import { TextField } from '../ui/text-field.tsx'
import { Callout } from '../ui/tone.tsx'
import styles from './account.module.css'
import { onceConfirmed, useChange } from './use-account.ts'

type Passkey = Account['passkeys'][number]

/** The passkeys that the person signs in with, and signs approvals with. */
export function OwnPasskeys({ account }: { readonly account: Account }) {
  const [asked, setAsked] = useState<Passkey>()
  const { change, failure, isBusy } = useChange()
  function remove({ id, name }: Passkey) {
    setAsked(undefined)
    change(
      () => onceConfirmed(() => deleteJson(`/api/account/passkeys/${id}`)),
      t('ownAccount.passkeys.removed', { name }),
    )
  }
  return (
    <Section title={t('ownAccount.passkeys.title')}>
      {account.passkeys.length === 0 ? (
        <p className={styles.quiet}>{t('ownAccount.passkeys.none')}</p>
      ) : (
        <Table
          label={t('ownAccount.passkeys.title')}
          rows={account.passkeys}
          rowKey={({ id }) => id}
          columns={[
            { title: t('ownAccount.passkeys.name'), cell: ({ name }) => name },
            { title: t('ownAccount.passkeys.added'), named: true, cell: ({ createdAt }) => <Ago at={createdAt} /> },
            {
              title: t('ownAccount.passkeys.used'),
              named: true,
              cell: ({ lastUsedAt }) =>
                lastUsedAt === null ? t('ownAccount.passkeys.neverUsed') : <Ago at={lastUsedAt} />,
            },
            {
              title: t('ownAccount.passkeys.where'),
              named: true,
              cell: ({ isBackedUp }) => t(isBackedUp ? 'ownAccount.passkeys.synced' : 'ownAccount.passkeys.oneDevice'),
            },
            {
              title: t('ownAccount.passkeys.remove'),
              cell: (passkey) => (
                <Button
                  small
                  busy={isBusy}
                  label={t('ownAccount.passkeys.removeIt', { name: passkey.name })}
                  onClick={() => setAsked(passkey)}
                >
                  {t('ownAccount.passkeys.remove')}
                </Button>
              ),
            },
          ]}
        />
      )}
      <div role="alert">{failure !== undefined && <Callout tone="error" title={failure} />}</div>
      {asked !== undefined && (
        <Dialog
          title={t('ownAccount.passkeys.question', { name: asked.name })}
          description={t('ownAccount.passkeys.lost')}
          onClose={() => setAsked(undefined)}
        >
          <Actions>
            <Button kind="danger" onClick={() => remove(asked)}>
              {t('ownAccount.passkeys.remove')}
            </Button>
            <Button onClick={() => setAsked(undefined)}>{t('ownAccount.cancel')}</Button>
          </Actions>
        </Dialog>
      )}
      {knowsPasskeys() ? (
        <NewPasskey suggested={account.sessions.find(({ isThis }) => isThis)?.device ?? ''} />
      ) : (
        <p className={styles.quiet}>{t('ownAccount.passkeys.unknown')}</p>
      )}
    </Section>
  )
}

function NewPasskey({ suggested }: { readonly suggested: string }) {
  const [name, setName] = useState(suggested)
  const [isMissing, setIsMissing] = useState(false)
  const { change, failure, isBusy } = useChange()
  function submit() {
    setIsMissing(showsNothing(name))
    if (showsNothing(name)) return goToField('passkeyName')
    change(() => addPasskey(name.trim()), t('ownAccount.passkeys.done', { name }))
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div className={styles.add}>
        <div className={styles.name}>
          <TextField
            name="passkeyName"
            label={t('ownAccount.passkeys.newName')}
            value={name}
            onChange={setName}
            error={isMissing ? t('ownAccount.passkeys.nameMissing') : undefined}
          />
        </div>
        <Button type="submit" busy={isBusy}>
          {t('ownAccount.passkeys.add')}
        </Button>
      </div>
      <div role="alert">{failure !== undefined && <Callout tone="error" title={failure} />}</div>
    </form>
  )
}

async function addPasskey(name: string): Promise<void> {
  const { ceremonyId, options } = await postJson('/api/account/passkey-options', undefined, creationCeremonySchema)
  const response = await createPasskey(options)
  await onceConfirmed(() => postJson('/api/account/passkeys', { ceremonyId, response, name }, accountSchema))
}
