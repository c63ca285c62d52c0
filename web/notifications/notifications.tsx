import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import type * as z from 'zod/mini'
import {
  type AppNotification,
  chosenTopics,
  isTopicOf,
  mailTimes,
  notificationsSchema,
} from '#shared/api/notifications.ts'
import { getJson, postJson, putSetting, reasonOf } from '../api/api.ts'
import { invalidateAll, useOverview } from '../api/queries.ts'
import { countryNameByCode } from '../entry/country-options.ts'
import { t } from '../language/translate.ts'
import { AppLink } from '../screen/app-link.tsx'
import { useFilter } from '../screen/list-state.ts'
import { LoadAgain } from '../screen/load-again.tsx'
import { Page } from '../screen/page.tsx'
import { addressOf, type PageAddress, paths } from '../screen/routes.ts'
import { useMay } from '../session/use-may.tsx'
import { Ago } from '../ui/ago.tsx'
import { Actions, Button } from '../ui/button.tsx'
import { SelectField } from '../ui/choice-field.tsx'
import { FailureNotice } from '../ui/form.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Section } from '../ui/section.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Badge } from '../ui/tone.tsx'
import { here } from './here.ts'
import styles from './notifications.module.css'

type Notifications = z.infer<typeof notificationsSchema>

const queryKey = ['notifications'] as const

/** What waits for the person and what they were told, here or by mail; and when they are mailed. A link in a mail opens what it is about from here. */
export function NotificationsScreen() {
  const told = useQuery({
    queryKey,
    queryFn: ({ signal }) => getJson('/api/notifications', notificationsSchema, { signal }),
    refetchInterval: 30_000,
  })
  useOpened(told.data)
  return (
    <Page title={t('notifications.page.title')} lead={t('notifications.page.lead')}>
      {told.isPending && <Skeleton lines={6} label={t('notifications.page.loading')} />}
      {told.isError && <LoadAgain title={reasonOf(told.error)} query={told} />}
      {told.isSuccess && (
        <div className={styles.page}>
          <Waiting proposals={told.data.proposals} />
          <ToldList items={told.data.items} />
          <ByMail told={told.data} />
        </div>
      )}
    </Page>
  )
}

/** Marks as read: these, or all where none is named. */
function useMarkRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (ids: readonly string[]) => postJson('/api/notifications/read', { ids }, notificationsSchema),
    onSuccess: () => invalidateAll(queryClient),
  })
}

function useOpened(told: Notifications | undefined) {
  const { value: id } = useFilter('open')
  const { mutate } = useMarkRead()
  const [, go] = useLocation()
  const opened = told?.items.find((item) => item.id === id)
  const to = opened && screenOf(opened)
  useEffect(() => {
    if (id === undefined || to === undefined) return
    mutate([id])
    go(to, { replace: true })
  }, [id, to, mutate, go])
}

function Waiting({ proposals }: { readonly proposals: number }) {
  const overview = useOverview().data
  const [mayApprove, mayEnter] = [useMay('approve'), useMay('enter')]
  const { toReview = 0, payouts } = overview ?? {}
  const lines: readonly { readonly to: PageAddress; readonly text: string; readonly count: number }[] = [
    {
      to: paths.review,
      text: t('notifications.waiting.review', { count: toReview }),
      count: mayApprove ? toReview : 0,
    },
    {
      to: `${paths.payouts}?state=returned`,
      text: t('notifications.waiting.returned', { count: payouts?.returned ?? 0 }),
      count: mayEnter ? (payouts?.returned ?? 0) : 0,
    },
    { to: paths.people, text: t('notifications.waiting.proposals', { count: proposals }), count: proposals },
  ]
  const waiting = lines.filter(({ count }) => count > 0)
  return (
    <Section title={t('notifications.waiting.title')}>
      {waiting.length === 0 && <p className={styles.quiet}>{t('notifications.waiting.none')}</p>}
      {waiting.length > 0 && (
        <ul className={styles.list}>
          {waiting.map(({ to, text }) => (
            <li key={to}>
              <AppLink to={to}>{text}</AppLink>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function ToldList({ items }: { readonly items: readonly AppNotification[] }) {
  const { mutate, isPending, error } = useMarkRead()
  return (
    <Section title={t('notifications.list.title')}>
      {items.length === 0 && <p className={styles.quiet}>{t('notifications.list.none')}</p>}
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id} className={item.isRead ? undefined : styles.unread}>
            <p>
              {!item.isRead && <Badge>{t('notifications.list.unread')}</Badge>}{' '}
              <AppLink to={screenOf(item)} onGo={() => !item.isRead && mutate([item.id])}>
                {t(`notification.${item.kind}`, { count: item.count, device: item.device ?? 'none' })}
              </AppLink>
            </p>
            <p className={styles.quiet}>
              {item.payout !== null &&
                `${item.payout.reference} · ${item.payout.initials} · ${countryNameByCode(item.payout.country)} · `}
              <Ago at={item.at} />
            </p>
          </li>
        ))}
      </ul>
      <FailureNotice text={error === null ? undefined : reasonOf(error)} />
      {items.some(({ isRead }) => !isRead) && (
        <Actions>
          <Button busy={isPending} onClick={() => mutate([])}>
            {t('notifications.list.readAll')}
          </Button>
        </Actions>
      )}
    </Section>
  )
}

function ByMail({ told: { settings, mailedTo, roles } }: { readonly told: Notifications }) {
  const queryClient = useQueryClient()
  const announce = useAnnounce()
  const note = useRef<HTMLParagraphElement>(null)
  // A link of a mail points here: the browser follows it in pages that it loads, not to what is rendered later.
  useEffect(() => {
    if (location.hash !== '#mail') return
    note.current?.scrollIntoView({ block: 'center' })
    note.current?.focus({ preventScroll: true })
  }, [])
  const { mutate, error } = useMutation({
    mutationFn: (chosen: Partial<Notifications['settings']>) =>
      putSetting('/api/notifications/settings', { ...settings, ...here(), ...chosen }, notificationsSchema),
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      announce(t('notifications.mail.saved'))
    },
  })
  return (
    <Section title={t('notifications.mail.title')}>
      <p id="mail" ref={note} tabIndex={-1} className={styles.quiet}>
        {mailedTo === null ? t('notifications.mail.nowhere') : t('notifications.mail.to', { address: mailedTo })}
      </p>
      {mailedTo !== null &&
        chosenTopics
          .filter((topic) => isTopicOf(topic, roles))
          .map((topic) => (
            <SelectField
              key={topic}
              name={`mail-${topic}`}
              label={t(`notifications.topic.${topic}`)}
              value={settings[topic]}
              options={mailTimes.map((value) => ({ value, label: t(`notifications.time.${value}`) }))}
              onChange={(value) => {
                const time = mailTimes.find((one) => one === value)
                if (time !== undefined) mutate({ [topic]: time })
              }}
            />
          ))}
      <FailureNotice text={error === null ? undefined : reasonOf(error)} />
    </Section>
  )
}

/** The screen of what a notification is about. */
function screenOf({ kind, thing: { type, id } }: AppNotification): PageAddress {
  if (kind === 'toReview') return type === 'batch' ? addressOf.batchReview(id) : addressOf.reviewPayout(id)
  if (kind === 'returned' || kind === 'refused') return type === 'batch' ? addressOf.batch(id) : addressOf.payout(id)
  if (kind === 'proposal') return type === 'person' ? paths.people : paths.settings
  if (kind === 'backupFailed') return paths.about
  if (kind === 'deliveriesSetAside') return type === 'webhook' ? paths.webhooks : paths.about
  return paths.account
}
