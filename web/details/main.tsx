import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { changeLanguage, loadLanguage } from '../language/catalog.ts'
import { announce } from '../language/language.ts'
import { watchPresses } from '../ui/press.ts'
import { callOpen, callSubmit, failureReason, keyIn } from './calls.ts'
import { DetailsPage, type OpeningResult } from './details-page.tsx'
import { changeDraft, draftOf, forgetTyped } from './draft.ts'

announce()
watchPresses()
// Another link in the same tab: its address may differ in the secret alone.
window.addEventListener('hashchange', () => location.reload())

const key = keyIn(location)

/** Opens the link, in the language in which the payee was asked or that they chose. */
async function open(): Promise<OpeningResult> {
  const { language } = draftOf(key.id)
  try {
    const sent = await sendPending()
    if (sent !== undefined) return { state: 'sent', sent }
    const link = await callOpen(key)
    await changeLanguage(language ?? link.language).catch(() => undefined)
    return { state: 'open', link }
  } catch (cause) {
    return { state: 'failed', why: failureReason(cause) }
  }
}

/** What was sent before and never answered may have arrived: it is sent once more, also where the link is not open any more. */
async function sendPending() {
  const { pending } = draftOf(key.id)
  if (pending === undefined) return undefined
  try {
    const sent = await callSubmit(key, pending)
    forgetTyped(key.id)
    return sent
  } catch (cause) {
    // It can be looked at and sent from the form, where there still is one.
    if (['ended', 'refused'].includes(failureReason(cause))) changeDraft(key.id, { pending: undefined })
    return undefined
  }
}

const [opening] = await Promise.all([open(), loadLanguage()])

const root = document.getElementById('root')
if (root === null) throw new Error('index.html lacks #root')
// In a transition, as rendering it in one go would block a slow phone.
startTransition(() =>
  createRoot(root).render(
    <StrictMode>
      <DetailsPage payeeKey={key} opening={opening} onOpen={open} />
    </StrictMode>,
  ),
)
