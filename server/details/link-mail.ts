import { inLanguage } from '#shared/language/in-language.ts'
import { dateTimeFormat } from '#shared/language/intl.ts'
import type { DetailsSettings } from '../settings/details-settings.ts'
import type { SavedLink } from './link-rows.ts'
import { addressOfLink, type LinkWithSecret } from './links.ts'

/** What a payee is mailed, in their language: as plain text, which hides no address behind words. Nothing that is known of them is in it. */
export function linkMail({ url, name }: Pick<DetailsSettings, 'url' | 'name'>, made: LinkWithSecret) {
  const { language, expiresAt, beneficiary }: SavedLink = made.link
  const t = inLanguage(language)
  const date = dateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(expiresAt))
  const subject = t('detailsLinks.text.subject')
  const lines = [
    t(beneficiary === null ? 'detailsLinks.text.new' : 'detailsLinks.text.saved', { date }),
    addressOfLink(url, made),
    t('detailsLinks.text.never'),
    ...(name === undefined ? [] : [name]),
  ]
  return { subject: name === undefined ? subject : `${subject} · ${name}`, text: `${lines.join('\n\n')}\n` }
}
