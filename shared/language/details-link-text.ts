import { dateTimeFormat } from './intl.ts'
import type { Language } from './languages.ts'
import type { Translate } from './message.ts'

interface SentLink {
  readonly url: string
  readonly language: Language
  /** ISO 8601 in UTC. */
  readonly expiresAt: string
  /** Whether a saved beneficiary is asked to confirm or change what is saved. */
  readonly isSaved: boolean
}

export interface DetailsLinkText {
  readonly subject: string
  readonly lines: readonly string[]
}

/**
 * What is sent with a details link, in the language of its reader, whichever way it is sent. Nothing that is known of them is in it.
 * @param timeZone in which its last day is named; left out, that of the browser
 */
export function detailsLinkText(
  t: Translate,
  { url, language, expiresAt, isSaved }: SentLink,
  timeZone?: string,
): DetailsLinkText {
  const date = dateTimeFormat(language, { dateStyle: 'long', ...(timeZone && { timeZone }) }).format(
    new Date(expiresAt),
  )
  return {
    subject: t('detailsLinks.text.subject'),
    lines: [
      t(isSaved ? 'detailsLinks.text.saved' : 'detailsLinks.text.new', { date }),
      url,
      t('detailsLinks.text.never'),
    ],
  }
}
