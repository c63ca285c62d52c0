import { useEffect, useState } from 'react'
import type { EntryDraft } from '#shared/payout/entry-draft.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { Actions, Button } from '../ui/button.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'
import type { FailureReason, OpenedLink, PayeeKey, SubmittedDetails } from './calls.ts'
import styles from './details-page.module.css'
import { changeDraft } from './draft.ts'
import { Heading } from './heading.tsx'
import { LanguageChoice } from './language-choice.tsx'
import { OpenedLinkView } from './opened-link.tsx'

interface OpenState {
  readonly state: 'open'
  readonly link: OpenedLink
  /** What was typed before it was sent, for who corrects it at once. */
  readonly typed?: EntryDraft
}

/** What came of opening the link. `sent`: what was sent before without an answer has arrived. */
export type OpeningResult =
  | OpenState
  | { readonly state: 'sent'; readonly sent: SubmittedDetails; readonly before?: OpenState }
  | { readonly state: 'failed'; readonly why: FailureReason }
  | { readonly state: 'closed' }

interface DetailsPageProps {
  readonly payeeKey: PayeeKey
  readonly opening: OpeningResult
  readonly onOpen: () => Promise<OpeningResult>
}

/** All that a payee sees, who has this one link and nothing else. */
export function DetailsPage({ payeeKey, opening, onOpen }: DetailsPageProps) {
  useLanguage()
  const [now, setNow] = useState(opening)
  useEffect(() => tellEmbedder(payeeKey.id, now.state), [payeeKey.id, now.state])
  return (
    <LiveRegion>
      <header className={styles.header}>
        <LanguageChoice onChoose={(language) => changeDraft(payeeKey.id, { language })} />
      </header>
      <main className={styles.main}>
        <State payeeKey={payeeKey} now={now} onAgain={async () => setNow(await onOpen())} onChange={setNow} />
      </main>
    </LiveRegion>
  )
}

/** A page around this one hears which link it is and what became of it, and no detail. Which pages may be around it, the server says. */
function tellEmbedder(id: string, state: OpeningResult['state']): void {
  const told = { sent: 'submitted', closed: 'closed', open: undefined, failed: undefined }[state]
  if (window.parent !== window && told !== undefined) window.parent.postMessage({ id, state: told }, '*')
}

interface StateProps {
  readonly payeeKey: PayeeKey
  readonly now: OpeningResult
  readonly onAgain: () => Promise<void>
  readonly onChange: (next: OpeningResult) => void
}

function State({ payeeKey, now, onAgain, onChange }: StateProps) {
  switch (now.state) {
    case 'open':
      return (
        <OpenedLinkView
          payeeKey={payeeKey}
          link={now.link}
          typed={now.typed}
          onSent={(sent, typed) => onChange({ state: 'sent', sent, before: correctable(now.link, typed) })}
          onClosed={() => onChange({ state: 'closed' })}
        />
      )
    case 'sent':
      return (
        <Sent sent={now.sent} onAgain={async () => (now.before === undefined ? onAgain() : onChange(now.before))} />
      )
    case 'closed':
      return <Ended title={t('payee.closed.title')} text={t('payee.closed.text')} />
    case 'failed':
      return now.why === 'ended' || now.why === 'refused' ? (
        <Ended title={t('payee.ended.title')} text={t('payee.ended.text')} />
      ) : (
        <NotOpened isTooOften={now.why === 'busy'} onAgain={onAgain} />
      )
  }
}

function correctable(link: OpenedLink, typed: EntryDraft): OpenState {
  return { state: 'open', link: { ...link, state: 'submitted', comment: null }, typed }
}

/** It has arrived: by which number to ask for it, and what happens next. */
function Sent({ sent, onAgain }: { readonly sent: SubmittedDetails; readonly onAgain: () => Promise<void> }) {
  return (
    <>
      <Heading title={t('payee.done.title')} isNew />
      <Callout tone="success" title={t('payee.done.number', { number: sent.number })}>
        <p>{t('payee.done.keep')}</p>
      </Callout>
      <p>{t('payee.done.next')}</p>
      <p>{t('payee.done.never')}</p>
      {sent.returnUrl !== null && (
        <p>
          <a href={sent.returnUrl} target="_top" rel="noreferrer">
            {t('payee.done.back', { host: new URL(sent.returnUrl).host })}
          </a>
        </p>
      )}
      <Actions>
        <AgainButton label={t('payee.done.correct')} onAgain={onAgain} />
      </Actions>
    </>
  )
}

function NotOpened({ isTooOften, onAgain }: { readonly isTooOften: boolean; readonly onAgain: () => Promise<void> }) {
  return (
    <>
      <Heading title={t('payee.title')} />
      <Callout
        tone="error"
        title={t(isTooOften ? 'payee.failed.busy' : 'payee.failed.open')}
        action={<AgainButton label={t('payee.again')} isMain onAgain={onAgain} />}
      >
        <p>{t(isTooOften ? 'payee.failed.busyText' : 'payee.failed.openText')}</p>
      </Callout>
    </>
  )
}

interface AgainButtonProps {
  readonly label: string
  readonly isMain?: boolean
  readonly onAgain: () => Promise<void>
}

function AgainButton({ label, isMain = false, onAgain }: AgainButtonProps) {
  const [isBusy, setIsBusy] = useState(false)
  async function again() {
    setIsBusy(true)
    await onAgain()
    setIsBusy(false)
  }
  return (
    <Button kind={isMain ? 'primary' : 'quiet'} busy={isBusy} onClick={() => void again()}>
      {label}
    </Button>
  )
}

function Ended({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <Heading title={title} isNew />
      <p>{text}</p>
    </>
  )
}
