import { detailsLinkText } from '#shared/language/details-link-text.ts'
import { inLanguage } from '#shared/language/in-language.ts'
import type { DetailsSettings } from '../settings/details-settings.ts'
import type { SavedLink } from './link-rows.ts'
import { addressOfLink, type LinkWithSecret } from './links.ts'

/** The westernmost zone of those who are paid: no one finds a link closed on the day that is named. */
const timeZone = 'Etc/GMT+8'

interface MailedLink extends Pick<LinkWithSecret, 'secret'> {
  readonly link: Pick<SavedLink, 'id' | 'language' | 'expiresAt' | 'beneficiary'>
}

/** What a payee is mailed, in their language: as plain text, which hides no address behind words. */
export function linkMail({ url, name }: Pick<DetailsSettings, 'url' | 'name'>, made: MailedLink) {
  const { language, expiresAt, beneficiary } = made.link
  const sent = { url: addressOfLink(url, made), language, expiresAt, isSaved: beneficiary !== null }
  const { subject, lines } = detailsLinkText(inLanguage(language), sent, timeZone)
  const text = `${[...lines, ...(name === undefined ? [] : [name])].join('\n\n')}\n`
  return { subject: name === undefined ? subject : `${subject} · ${name}`, text }
}
