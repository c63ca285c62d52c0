import { useState } from 'react'
import { creationCeremonySchema } from '#shared/api/accounts.ts'
import { type Account, accountSchema } from '#shared/api/own-account.ts'
import { showsNothing } from '#shared/api/texts.ts'
import { deleteJson, postJson } from '../api/api.ts'
import { createPasskey, knowsPasskeys } from '../api/passkey.ts'
import { t } from '../language/translate.ts'
import { useTexts } from '../screen/use-texts.ts'
import { Ago } from '../ui/ago.tsx'
import { Button } from '../ui/button.tsx'
import { FailureNotice, Form, FormDialog } from '../ui/form.tsx'
import { Section } from '../ui/section.tsx'
import { Table } from '../ui/table.tsx'
import { TextField } from '../ui/text-field.tsx'
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
      <FailureNotice text={failure} />
      {asked !== undefined && (
        <FormDialog
          title={t('ownAccount.passkeys.question', { name: asked.name })}
          description={t('ownAccount.passkeys.lost')}
          action={t('ownAccount.passkeys.remove')}
          kind="danger"
          isBusy={isBusy}
          onSubmit={() => remove(asked)}
          onClose={() => setAsked(undefined)}
        />
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
  const { change, failure, isBusy } = useChange()
  const { texts, field, isSound } = useTexts('passkey', { name: suggested }, ({ name }) => ({
    name: showsNothing(name) && t('ownAccount.passkeys.nameMissing'),
  }))
  const { name } = texts
  return (
    <div className={styles.name}>
      <Form
        action={t('ownAccount.passkeys.add')}
        kind="quiet"
        isBusy={isBusy}
        failure={failure}
        onSubmit={() => isSound() && change(() => addPasskey(name.trim()), t('ownAccount.passkeys.done', { name }))}
      >
        <TextField {...field('name')} label={t('ownAccount.passkeys.newName')} />
      </Form>
    </div>
  )
}

async function addPasskey(name: string): Promise<void> {
  const { ceremonyId, options } = await postJson('/api/account/passkey-options', undefined, creationCeremonySchema)
  const response = await createPasskey(options)
  await onceConfirmed(() => postJson('/api/account/passkeys', { ceremonyId, response, name }, accountSchema))
}
