import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import * as z from 'zod/mini'
import { changeLanguage, loadLanguage } from '../language/catalog.ts'
import { announce } from '../language/language.ts'
import { watchPresses } from '../ui/press.ts'
import { callOpen, failureReason, keyIn } from './calls.ts'
import { DetailsPage, type OpeningResult } from './details-page.tsx'

// Zod would compile schemas with `new Function`, which the content security policy refuses and reports.
z.config({ jitless: true })

announce()
watchPresses()

const key = keyIn(location)

/** Opens the link, in the language in which the payee was asked. */
async function open(): Promise<OpeningResult> {
  try {
    const link = await callOpen(key)
    await changeLanguage(link.language).catch(() => undefined)
    return link
  } catch (cause) {
    return failureReason(cause)
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
