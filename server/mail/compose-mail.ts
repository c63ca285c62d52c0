import type { AppNotification, NotificationSettings, NotificationTopic } from '#shared/api/notifications.ts'
import { isCountryCode } from '#shared/countries/rule-book.ts'
import { inLanguage } from '#shared/language/in-language.ts'
import { dateTimeFormat } from '#shared/language/intl.ts'
import type { Translate } from '#shared/language/message.ts'

interface MailContent {
  readonly topic: NotificationTopic
  readonly items: readonly AppNotification[]
  readonly settings: Pick<NotificationSettings, 'language' | 'timeZone'>
  readonly publicUrl: string
}

interface ComposedMail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Beyond this many a mail says how many more there are. */
const mostLines = 20

/**
 * A mail as plain text and as simple HTML, in the language of its reader. Of a payout it has reference, initials and country: it lies in a mailbox that
 * others may read. Every link leads to the app.
 */
export function composeMail(content: MailContent): ComposedMail {
  const { topic, items, settings, publicUrl } = content
  const t = inLanguage(settings.language)
  const subject = subjectOf(t, topic, items)
  const lines = items.slice(0, mostLines).map((item) => ({
    ...lineOf(t, item, settings, isOfOneKind(items)),
    url: `${publicUrl}/notifications?open=${encodeURIComponent(item.id)}`,
  }))
  const more = items.length > mostLines ? t('mail.more', { count: items.length - mostLines }) : undefined
  const isOwn = topic === 'account'
  const open = isOwn
    ? { label: t('mail.openAccount'), url: `${publicUrl}/account` }
    : { label: t('mail.open'), url: lines.length === 1 ? (lines[0]?.url ?? publicUrl) : `${publicUrl}/notifications` }
  const warning = isOwn ? t('mail.notYou') : undefined
  const { host } = new URL(publicUrl)
  const notes = [
    t('mail.timeZone', { name: zoneName(settings, items[0]?.at) }),
    t(isOwn ? 'mail.why.account' : 'mail.why.others', { host }),
  ]
  const choose = isOwn ? undefined : { label: t('mail.settings'), url: `${publicUrl}/notifications#mail` }
  const parts = { subject, lines, more, warning, open, notes, choose }
  return { subject, text: asText(parts), html: asHtml(parts, settings.language) }
}

interface MailParts {
  readonly subject: string
  readonly lines: readonly { readonly title: string; readonly note: string; readonly url: string }[]
  readonly more: string | undefined
  readonly warning: string | undefined
  readonly open: MailLink
  /** What every mail ends with. */
  readonly notes: readonly string[]
  readonly choose: MailLink | undefined
}

interface MailLink {
  readonly label: string
  readonly url: string
}

/** What is of one kind is named and counted in the subject itself. */
function subjectOf(t: Translate, topic: NotificationTopic, items: readonly AppNotification[]): string {
  const [first] = items
  const isOne = isOfOneKind(items) && (topic !== 'account' || items.length === 1)
  if (first === undefined || !isOne) return t(`mail.subject.${topic}`)
  return sentenceOf(t, { ...first, count: items.reduce((sum, { count }) => sum + count, 0), device: null })
}

function isOfOneKind(items: readonly AppNotification[]): boolean {
  return new Set(items.map(({ kind }) => kind)).size === 1
}

function sentenceOf(t: Translate, { kind, count, device }: Pick<AppNotification, 'kind' | 'count' | 'device'>): string {
  return t(`notification.${kind}`, { count, device: device ?? 'none' })
}

/** A space that lines do not end at. */
const unbroken = '\u00a0'

/** Where the subject says of all what happened, a payout is named first. */
function lineOf(t: Translate, item: AppNotification, { language, timeZone }: MailContent['settings'], isSaid: boolean) {
  const time = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
  const when = dateTimeFormat(language, time).format(new Date(item.at)).replaceAll(' ', unbroken)
  if (item.payout === null) return { title: sentenceOf(t, item), note: when }
  const { reference, initials, country } = item.payout
  const named = [
    isPlain(reference) ? reference : '',
    initials,
    isCountryCode(country) ? t(`country.${country}`) : country,
  ]
    .filter((part) => part !== '')
    .join(' · ')
  return isSaid ? { title: named, note: when } : { title: sentenceOf(t, item), note: `${named} · ${when}` }
}

/** As people call it, such as Brasilia Standard Time. */
function zoneName({ language, timeZone }: MailContent['settings'], at: string | undefined): string {
  const format = dateTimeFormat(language, { timeZone, timeZoneName: 'long' })
  const parts = format.formatToParts(at === undefined ? undefined : new Date(at))
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

/** Who enters a payout types its reference, and mail programs make links of addresses: none of theirs comes from us, nor a message. */
function isPlain(reference: string): boolean {
  return reference.length <= mostOfReference && !/[@:]|\/\/|[.\u3002\uff0e\uff61]\p{L}/u.test(reference)
}

const mostOfReference = 40

function asText({ subject, lines, more, warning, open, notes, choose }: MailParts): string {
  const blocks = [
    subject,
    ...lines.map(({ title, note, url }) => `- ${title}\n  ${note}\n  ${url}`),
    more,
    warning,
    `${open.label}\n${open.url}`,
    '-- ',
    ...notes,
    choose && `${choose.label}\n${choose.url}`,
  ]
  return `${blocks.filter((block) => block !== undefined && block !== '').join('\n\n')}\n`
}

const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function asHtml({ subject, lines, more, warning, open, notes, choose }: MailParts, language: string): string {
  const link = ({ label, url }: MailLink, style: string) =>
    `<a href="${escaped(url)}" style="${style}">${escaped(label)}</a>`
  const paragraph = (text: string, style: string) => `<p style="${style}">${text}</p>`
  const quiet = 'margin:0 0 8px;font-size:13px;line-height:1.5;opacity:.75'
  const button =
    'display:inline-block;padding:12px 18px;border-radius:6px;background:#1f5f4a;color:#ffffff;font-weight:600;text-decoration:none'
  const items = lines.map(
    ({ title, note, url }) =>
      `<li style="margin:0 0 14px;line-height:1.45">${link({ label: title, url }, 'color:inherit;font-weight:600')}<br><span style="font-size:14px;opacity:.75">${escaped(note)}</span></li>`,
  )
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${escaped(subject)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;${font};font-size:16px;overflow-wrap:anywhere"><div style="max-width:560px;margin:0 auto">`,
    `<h1 style="margin:0 0 20px;font-size:20px;line-height:1.3">${escaped(subject)}</h1>`,
    `<ul style="margin:0 0 20px;padding:0;list-style:none">${items.join('')}</ul>`,
    more === undefined ? '' : paragraph(escaped(more), 'margin:0 0 20px'),
    warning === undefined ? '' : paragraph(escaped(warning), 'margin:0 0 20px;font-weight:600;line-height:1.45'),
    paragraph(link(open, button), 'margin:0 0 28px'),
    ...notes.map((note) => paragraph(escaped(note), quiet)),
    choose === undefined ? '' : paragraph(link(choose, 'color:inherit'), quiet),
    '</div></body></html>',
  ].join('\n')
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`)
}
