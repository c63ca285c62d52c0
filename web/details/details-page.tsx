import { useState } from 'react'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { LiveRegion } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'
import type { FailureReason, OpenedLink, PayeeKey } from './calls.ts'
import styles from './details-page.module.css'
import { LanguageChoice } from './language-choice.tsx'
import { NotMe } from './not-me.tsx'

/** What came of opening the link. */
export type OpeningResult = OpenedLink | FailureReason

interface DetailsPageProps {
  readonly payeeKey: PayeeKey
  readonly opening: OpeningResult
  readonly onOpen: () => Promise<OpeningResult>
}

/** All that a payee sees, who has this one link and nothing else. */
export function DetailsPage({ payeeKey, opening: first, onOpen }: DetailsPageProps) {
  useLanguage()
  const [opening, setOpening] = useState(first)
  const [isClosed, setIsClosed] = useState(false)
  return (
    <LiveRegion>
      <header className={styles.header}>
        <LanguageChoice />
      </header>
      <main className={styles.main}>
        {isClosed ? (
          <Ended title={t('payee.closed.title')} text={t('payee.closed.text')} />
        ) : typeof opening === 'string' ? (
          <NotOpened why={opening} onAgain={async () => setOpening(await onOpen())} />
        ) : (
          <Opened payeeKey={payeeKey} link={opening} onClosed={() => setIsClosed(true)} />
        )}
      </main>
    </LiveRegion>
  )
}

interface OpenedProps {
  readonly payeeKey: PayeeKey
  readonly link: OpenedLink
  readonly onClosed: () => void
}

function Opened({ payeeKey, link, onClosed }: OpenedProps) {
  return (
    <>
      <Heading title={t('payee.title')} />
      <p>{t('payee.why')}</p>
      {link.knownEnding !== null && <p>{t('payee.known', { end: link.knownEnding })}</p>}
      {link.state === 'submitted' && <Callout tone="info" title={t('payee.sentBefore')} />}
      {link.comment !== null && (
        <Callout tone="warning" title={t('payee.returned')}>
          <p className={styles.comment}>{link.comment}</p>
        </Callout>
      )}
      <NotMe payeeKey={payeeKey} onClosed={onClosed} />
    </>
  )
}

function NotOpened({ why, onAgain }: { readonly why: FailureReason; readonly onAgain: () => Promise<void> }) {
  const [isBusy, setIsBusy] = useState(false)
  if (why === 'ended' || why === 'refused') return <Ended title={t('payee.ended.title')} text={t('payee.ended.text')} />
  async function again() {
    setIsBusy(true)
    await onAgain()
    setIsBusy(false)
  }
  return (
    <>
      <Heading title={t('payee.title')} />
      <Callout
        tone="error"
        title={t(why === 'busy' ? 'payee.failed.busy' : 'payee.failed.open')}
        action={
          <Button kind="primary" busy={isBusy} onClick={() => void again()}>
            {t('payee.again')}
          </Button>
        }
      >
        <p>{t(why === 'busy' ? 'payee.failed.busyText' : 'payee.failed.openText')}</p>
      </Callout>
    </>
  )
}

function Ended({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <>
      <Heading title={title} />
      <p>{text}</p>
    </>
  )
}

/** The title of the document is that of the page: there is one page. */
function Heading({ title }: { readonly title: string }) {
  return (
    <>
      <title>{title}</title>
      <h1 tabIndex={-1}>{title}</h1>
    </>
  )
}
