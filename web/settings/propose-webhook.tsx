import { useState } from 'react'
import { type EventType, eventTypeNames } from '#shared/api/events.ts'
import { webhookSecretSchema } from '#shared/api/webhooks.ts'
import { postJson } from '../api/api.ts'
import { t } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { useTexts } from '../screen/use-texts.ts'
import { Actions, Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { FormDialog } from '../ui/form.tsx'
import { ShownOnce } from '../ui/shown-once.tsx'
import { TextField } from '../ui/text-field.tsx'
import { TickField } from '../ui/tick-field.tsx'
import { eventWords } from './event-words.ts'
import styles from './settings.module.css'
import { useWebhookAction } from './use-webhooks.ts'

/** Asks for the address of another system and for what it is told, then shows the secret once. */
export function ProposeWebhook({ onClose }: { readonly onClose: () => void }) {
  const [types, setTypes] = useState<readonly EventType[]>([])
  const { texts, field, send, isSent } = useTexts('webhook', { url: '' }, ({ url }) => ({
    url: !/^https:[/][/]./i.test(url.trim()) && t('settings.webhooks.urlMissing'),
  }))
  const proposing = useWebhookAction(() =>
    postJson('/api/webhooks', { url: texts.url.trim(), types }, webhookSecretSchema),
  )
  const [failure, setFailure] = useState<Error | null>(null)
  function submit() {
    setFailure(null)
    send(async () => {
      if (types.length > 0) await proposing.mutateAsync()
    }).catch((error: unknown) => setFailure(error instanceof Error ? error : null))
  }
  if (proposing.isSuccess) return <WebhookSecret secret={proposing.data.secret} isNew onClose={onClose} />
  return (
    <FormDialog
      title={t('settings.webhooks.propose')}
      description={t('settings.webhooks.proposeMeans')}
      action={t('settings.webhooks.proposeIt')}
      isBusy={proposing.isPending}
      failure={<PayoutActionFailure error={failure} />}
      onSubmit={submit}
      onClose={onClose}
      wide
    >
      <TextField
        {...field('url')}
        label={t('settings.webhooks.url')}
        hint={t('settings.webhooks.urlHint', { address: 'https://erp.example.com/payouts' })}
        inputMode="url"
      />
      <fieldset className={styles.events}>
        <legend>{t('settings.webhooks.events')}</legend>
        <Actions>
          <Button kind="link" small onClick={() => setTypes(eventTypeNames)}>
            {t('settings.webhooks.allEvents')}
          </Button>
        </Actions>
        {eventTypeNames.map((type) => (
          <TickField
            key={type}
            name={`event-${type}`}
            label={eventWords(type)}
            description={<code translate="no">{type}</code>}
            value={types.includes(type)}
            onChange={(isOn) => setTypes(eventTypeNames.filter((one) => (one === type ? isOn : types.includes(one))))}
            error={
              isSent && types.length === 0 && type === eventTypeNames[0]
                ? t('settings.webhooks.eventMissing')
                : undefined
            }
          />
        ))}
      </fieldset>
    </FormDialog>
  )
}

interface WebhookSecretProps {
  readonly secret: string
  /** Whether it is the first one of the endpoint. */
  readonly isNew: boolean
  readonly onClose: () => void
}

/** Escape does not close it, as the secret is shown nowhere else. */
export function WebhookSecret({ secret, isNew, onClose }: WebhookSecretProps) {
  return (
    <Dialog
      title={t('settings.webhooks.secret')}
      description={t('settings.webhooks.secretOnce', { isNew: String(isNew) })}
    >
      <ShownOnce text={secret} copy={t('settings.webhooks.copySecret')} />
      <Actions>
        <Button onClick={onClose}>{t('settings.webhooks.copied')}</Button>
      </Actions>
    </Dialog>
  )
}
