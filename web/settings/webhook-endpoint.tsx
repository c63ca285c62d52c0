import { type ComponentProps, useId, useState } from 'react'
import { deliveriesSchema, type Webhook, webhookSecretSchema, webhooksSchema } from '#shared/api/webhooks.ts'
import { deleteJson, postJson } from '../api/api.ts'
import { minuteWords } from '../language/formats.ts'
import { t, tNode } from '../language/translate.ts'
import { PayoutActionFailure } from '../payouts/action-failure.tsx'
import { useStaffNames } from '../session/use-staff-names.ts'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { FormDialog } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Badge, Callout, Note, type Tone } from '../ui/tone.tsx'
import { eventWords } from './event-words.ts'
import { WebhookSecret } from './propose-webhook.tsx'
import styles from './settings.module.css'
import { useWebhookAction, webhookAddress } from './use-webhooks.ts'
import { Deliveries, TestAnswer, useTestDelivery } from './webhook-deliveries.tsx'

interface EndpointProps {
  readonly webhook: Webhook
}

/** An address with what it is told, its state, and what can be done with it. */
export function EndpointCard({ webhook }: EndpointProps) {
  const titleId = useId()
  const nameOf = useStaffNames()
  const { url, types, state, why, madeBy, madeAt, agreedBy, isSecretProposed, formerSecretUntil, waiting, setAside } =
    webhook
  const gone = agreedBy.filter(({ isAdmin }) => !isAdmin)
  return (
    <section aria-labelledby={titleId} className={styles.endpoint}>
      <h2 id={titleId} className={styles.address} translate="no">
        {url}
      </h2>
      <p className={styles.states}>
        <Badge tone={tones[state]}>{t('settings.webhooks.state', { state, why: why ?? 'none' })}</Badge>
        {waiting > 0 && <Badge tone="info">{t('settings.webhooks.waiting', { count: waiting })}</Badge>}
        {setAside > 0 && <Badge tone="warning">{t('settings.webhooks.setAside', { count: setAside })}</Badge>}
      </p>
      <p>{types.map(eventWords).join(' · ')}</p>
      <p className={styles.quiet}>
        {tNode('settings.webhooks.by', { name: nameOf(madeBy), ago: () => <Ago at={madeAt} /> })}
      </p>
      {state === 'on' && gone.length > 0 && (
        <Note>{t('settings.webhooks.left', { names: gone.map(nameOf).join(', '), count: gone.length })}</Note>
      )}
      {isSecretProposed && <Note>{t('settings.webhooks.secretWaits')}</Note>}
      {formerSecretUntil !== null && state !== 'off' && (
        <Note>{t('settings.webhooks.bothSecrets', { until: minuteWords(formerSecretUntil) })}</Note>
      )}
      {state !== 'off' && <EndpointActions webhook={webhook} />}
      {why === 'gone' && <ReviveAction webhook={webhook} />}
      {state !== 'proposed' && (
        <Disclosure summary={t('settings.webhooks.deliveries')}>
          <Deliveries id={webhook.id} />
        </Disclosure>
      )}
    </section>
  )
}

const tones: Readonly<Record<Webhook['state'], Tone>> = { proposed: 'info', on: 'success', off: 'neutral' }

function EndpointActions({ webhook: { id, url, state, setAside } }: EndpointProps) {
  const [asked, setAsked] = useState<'secret' | 'off'>()
  const close = () => setAsked(undefined)
  const announce = useAnnounce()
  const testing = useTestDelivery(id)
  const sending = useWebhookAction(
    () => postJson(`${webhookAddress(id)}/retry`, undefined, deliveriesSchema),
    () => announce(t('settings.webhooks.sentAgain')),
  )
  return (
    <>
      <Actions>
        {state === 'on' && setAside > 0 && (
          <Button
            busy={sending.isPending}
            label={t('settings.webhooks.sendAgainTo', { url })}
            onClick={() => sending.mutate()}
          >
            {t('settings.webhooks.sendAgain', { count: setAside })}
          </Button>
        )}
        {state === 'on' && (
          <Button
            busy={testing.isPending}
            label={t('settings.webhooks.testOne', { url })}
            onClick={() => testing.mutate()}
          >
            {t('settings.webhooks.test')}
          </Button>
        )}
        {state === 'on' && (
          <Button label={t('settings.webhooks.replaceOf', { url })} onClick={() => setAsked('secret')}>
            {t('settings.webhooks.replace')}
          </Button>
        )}
        <Button label={t('settings.webhooks.switchOffOne', { url })} onClick={() => setAsked('off')}>
          {t('settings.webhooks.switchOff')}
        </Button>
      </Actions>
      {testing.isSuccess && <TestAnswer answer={testing.data} />}
      <PayoutActionFailure error={testing.error ?? sending.error} />
      {asked === 'secret' && <ReplaceSecret id={id} url={url} onClose={close} />}
      {asked === 'off' && <SwitchOff id={id} url={url} onClose={close} />}
    </>
  )
}

interface QuestionProps {
  readonly id: string
  readonly url: string
  readonly onClose: () => void
}

function ReplaceSecret({ id, url, onClose }: QuestionProps) {
  const replacing = useWebhookAction(() => postJson(`${webhookAddress(id)}/secret`, undefined, webhookSecretSchema))
  if (replacing.isSuccess) return <WebhookSecret secret={replacing.data.secret} isNew={false} onClose={onClose} />
  return (
    <FormDialog
      title={t('settings.webhooks.replaceOf', { url })}
      description={t('settings.webhooks.replaceMeans')}
      action={t('settings.webhooks.replace')}
      isBusy={replacing.isPending}
      failure={<PayoutActionFailure error={replacing.error} />}
      onSubmit={() => replacing.mutate()}
      onClose={onClose}
    />
  )
}

function SwitchOff({ id, url, onClose }: QuestionProps) {
  return (
    <Question
      title={t('settings.webhooks.switchOffOne', { url })}
      description={t('settings.webhooks.switchOffMeans')}
      action={t('settings.webhooks.switchOff')}
      kind="danger"
      send={() => deleteJson(webhookAddress(id))}
      done={t('settings.webhooks.switchedOff', { url })}
      onClose={onClose}
    />
  )
}

/** One that answered 410 can be called again. */
function ReviveAction({ webhook: { id, url } }: EndpointProps) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      <Actions>
        <Button label={t('settings.webhooks.reviveOne', { url })} onClick={() => setIsAsked(true)}>
          {t('settings.webhooks.revive')}
        </Button>
      </Actions>
      {isAsked && (
        <Question
          title={t('settings.webhooks.reviveOne', { url })}
          description={t('settings.webhooks.reviveMeans')}
          action={t('settings.webhooks.revive')}
          send={() => postJson(`${webhookAddress(id)}/revive`, undefined, webhooksSchema)}
          done={t('settings.webhooks.revived', { url })}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  )
}

interface QuestionWords
  extends Pick<ComponentProps<typeof FormDialog>, 'title' | 'description' | 'action' | 'kind' | 'onClose'> {
  readonly send: () => Promise<unknown>
  /** What is announced then. */
  readonly done: string
}

function Question({ send, done, onClose, ...words }: QuestionWords) {
  const announce = useAnnounce()
  const { mutate, isPending, error } = useWebhookAction(send, () => {
    announce(done)
    onClose()
  })
  return (
    <FormDialog
      {...words}
      isBusy={isPending}
      failure={<PayoutActionFailure error={error} />}
      onSubmit={() => mutate()}
      onClose={onClose}
    />
  )
}

/** One that was changed outside the app, of which nothing is known but its id. */
export function ChangedEndpoint({ id }: { readonly id: string }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <section className={styles.endpoint}>
      <Callout tone="error" title={t('settings.webhooks.changed')} />
      <Actions>
        <Button label={t('settings.webhooks.switchOffOne', { url: id })} onClick={() => setIsAsked(true)}>
          {t('settings.webhooks.switchOff')}
        </Button>
      </Actions>
      {isAsked && <SwitchOff id={id} url={id} onClose={() => setIsAsked(false)} />}
    </section>
  )
}
