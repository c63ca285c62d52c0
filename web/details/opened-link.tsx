import { useEffect, useState } from 'react'
import { isCountryCode, methodIn, ruleBook } from '#shared/countries/rule-book.ts'
import { differingFields } from '#shared/payout/entry.ts'
import { type EntryDraft, emptyEntry, switchCountry } from '#shared/payout/entry-draft.ts'
import { minuteWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import { Button } from '../ui/button.tsx'
import { useAnnounce } from '../ui/live-region.tsx'
import { Callout } from '../ui/tone.tsx'
import { callSubmit, type OpenedLink, type PayeeKey, type SubmittedDetails } from './calls.ts'
import { DetailsFormView } from './details-form.tsx'
import { DetailsLook } from './details-look.tsx'
import styles from './details-page.module.css'
import { changeDraft, draftOf, forgetTyped } from './draft.ts'
import { Heading } from './heading.tsx'
import { NotMe } from './not-me.tsx'
import { type DetailsReading, detailsToSend } from './reading.ts'
import { useDetailsForm } from './use-details-form.ts'

interface OpenedLinkProps {
  readonly payeeKey: PayeeKey
  readonly link: OpenedLink
  /** What was typed before and has been sent. */
  readonly typed?: EntryDraft | undefined
  readonly onSent: (sent: SubmittedDetails, typed: EntryDraft) => void
  readonly onClosed: () => void
}

/** The form of an open link, which begins again where the payee lets the browser forget it. */
export function OpenedLinkView(props: OpenedLinkProps) {
  const [opening, setOpening] = useState(0)
  const announce = useAnnounce()
  return (
    <OpenForm
      key={opening}
      {...props}
      typed={opening === 0 ? props.typed : undefined}
      onForget={() => {
        forgetTyped(props.payeeKey.id)
        setOpening(opening + 1)
        announce(t('payee.draft.forgotten'))
      }}
    />
  )
}

function OpenForm(props: OpenedLinkProps & { readonly onForget: () => void }) {
  const { payeeKey, link, typed: sentBefore, onSent, onClosed, onForget } = props
  const { id } = payeeKey
  const [first] = useState(() => beginning(link, sentBefore ?? draftOf(id).form))
  // What was sent without an answer was sent as it was then.
  const form = useDetailsForm(first, (typed) => changeDraft(id, { form: typed, pending: undefined }))
  const [isLook, setIsLook] = useLastLook()
  const [hasLooked, setHasLooked] = useState(false)
  const { reading } = form
  if (isLook && reading !== undefined && reading.errors.length === 0)
    return (
      <DetailsLook
        reading={reading}
        privacy={link.privacy}
        onBack={() => setIsLook(false)}
        onSend={async () => onSent(await sendOnce(payeeKey, reading), form.draft)}
      />
    )
  return (
    <>
      <Heading
        title={t('payee.title')}
        isNew={hasLooked}
        hasErrors={form.attempt > 0 && (reading?.errors.length ?? 1) > 0}
      />
      <Why link={link} isTyped={sentBefore !== undefined} />
      <DetailsFormView
        form={form}
        isCountryFixed={link.country !== null}
        onGoOn={() => {
          setHasLooked(true)
          setIsLook(true)
        }}
      />
      <footer className={styles.footer}>
        <p>{t('payee.until', { date: minuteWords(link.expiresAt) })}</p>
        <p>{t('payee.draft.kept')}</p>
        <Button kind="link" onClick={onForget}>
          {t('payee.draft.forget')}
        </Button>
        <NotMe payeeKey={payeeKey} onClosed={onClosed} />
      </footer>
    </>
  )
}

interface WhyProps {
  readonly link: OpenedLink
  /** What was sent is still in the form. */
  readonly isTyped: boolean
}

/** Who asks, what is known, and what came of it so far. */
function Why({ link, isTyped }: WhyProps) {
  // Another person may have the link by now, so that what was sent by it is not shown.
  const everyField = !isTyped && <p>{t('payee.everyField')}</p>
  return (
    <>
      <p>{link.merchant === null ? t('payee.why') : t('payee.whyNamed', { merchant: link.merchant })}</p>
      {link.knownEnding !== null && <p>{t('payee.known', { end: link.knownEnding })}</p>}
      {link.state === 'submitted' && (
        <Callout tone="info" title={t('payee.sentBefore')}>
          {everyField}
        </Callout>
      )}
      {link.comment !== null && (
        <Callout tone="warning" title={t('payee.returned')}>
          <p className={styles.asTyped}>{link.comment}</p>
          {everyField}
        </Callout>
      )}
    </>
  )
}

/** What was typed before, in the country that is asked for; before anything was, with the method that is asked for. */
function beginning({ country, method }: OpenedLink, typed: EntryDraft): EntryDraft {
  if (!isCountryCode(country) || typed.country === country) return typed
  const { [country]: rules } = ruleBook
  const { entries } = switchCountry(typed, rules)
  const entry = { ...(entries[country] ?? emptyEntry(rules)), method: methodIn(rules, method ?? undefined).id }
  return { country, entries: { ...entries, [country]: entry } }
}

/** Sends it under an id that stays the same for the same details, so that they arrive once though an answer is lost. @throws CallFailure */
async function sendOnce(payeeKey: PayeeKey, reading: DetailsReading): Promise<SubmittedDetails> {
  const entry = detailsToSend(reading)
  const { pending } = draftOf(payeeKey.id)
  const isSame = pending !== undefined && differingFields(pending.entry, entry).length === 0
  const sending = isSame ? pending : { submissionId: crypto.randomUUID(), entry }
  changeDraft(payeeKey.id, { pending: sending })
  const sent = await callSubmit(payeeKey, sending)
  forgetTyped(payeeKey.id)
  return sent
}

/** The last look is a step of the history, so that the way back of a phone leads to the form. */
function useLastLook() {
  const [isLook, setIsLook] = useState(false)
  useEffect(() => {
    const follow = ({ state }: PopStateEvent) => setIsLook(state === lookState)
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])
  function go(toLook: boolean) {
    if (!toLook) history.back()
    else {
      history.pushState(lookState, '')
      setIsLook(true)
    }
  }
  return [isLook, go] as const
}

const lookState = 'last look'
