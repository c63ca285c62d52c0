import { clean, textSteps, withoutTail } from '#shared/rule-book/cleaning.ts'
import { typeValue } from './account-options.ts'
import { type CountryMessage, featuresAt, wordsBetween } from './country-message.ts'
import { citiesIn } from './find-cities.ts'
import type { OptionDraft } from './option.ts'

/** The kinds of account that labels name. */
export function typeOptions(reading: CountryMessage): readonly OptionDraft[] {
  const { country, labels, message } = reading
  return labels.flatMap((label): readonly OptionDraft[] => {
    const kind = label.meaning.is === 'account' ? label.meaning.kind : undefined
    const [value] = typeValue(country, kind)
    if (kind === undefined || value === undefined) return []
    const leads = /\d/.test(message.plain.slice(label.value.start, label.value.end))
    return [
      {
        slot: 'type',
        start: label.start,
        end: label.end,
        values: [value],
        features: [
          leads ? 'leadsToNumber' : 'alone',
          /[ ./]/.test(message.folded.slice(label.start, label.end).trim()) ? 'phrase' : 'word',
          `kind:${kind}`,
          ...featuresAt(reading, label, () => false).filter((name) => !/^(?:label|other|noLabel|under)/.test(name)),
        ],
        isShared: true,
        accountKind: kind,
      },
    ]
  })
}

export function emailOptions(reading: CountryMessage): readonly OptionDraft[] {
  const { emails, message } = reading
  return emails.map((email) => ({
    slot: 'email',
    weakness: 'whoseAddress',
    ...email,
    values: [{ field: 'email', value: message.plain.slice(email.start, email.end) }],
    features: [
      ...featuresAt(reading, email, ({ is }) => is === 'email'),
      ...(emails.length === 1 ? ['only'] : []),
      ...(reading.labels.some(
        ({ meaning, value }) => meaning.is === 'pix-key' && value.start <= email.start && email.end <= value.end,
      )
        ? ['underPix']
        : []),
    ],
  }))
}

/** Cities, reasons and references: free texts, which only a label or a list of cities sets apart. */
export function freeTextOptions(reading: CountryMessage): readonly OptionDraft[] {
  const { message, labels, country, amounts } = reading
  const cities = citiesIn(
    message,
    country,
    amounts.filter(({ isBare }) => !isBare),
  ).map(
    (span): OptionDraft => ({
      slot: 'city',
      ...span,
      values: [{ field: 'city', value: message.plain.slice(span.start, span.end) }],
      features: ['listed', ...featuresAt(reading, span, ({ is }) => is === 'city')],
      doubt: 'freeText',
    }),
  )
  const labelled = labels.flatMap((label): readonly OptionDraft[] => {
    const slot = label.meaning.is
    if (slot !== 'city' && slot !== 'reason' && slot !== 'reference') return []
    const typed = message.plain.slice(label.value.start, label.value.end)
    const shaped = slot === 'reason' ? typed : (shapes[slot].exec(typed)?.[0] ?? '')
    const text = withoutTail(shaped, /[\s.,;:-]/)
    const isLong = text.length > (slot === 'reason' ? 140 : 40)
    if (
      text.trim() === '' ||
      isLong ||
      (slot === 'reference' && !/\d/.test(text)) ||
      (slot === 'city' && !label.isMarked)
    )
      return []
    const start = label.value.start + (text.length - text.trimStart().length)
    return [
      {
        slot,
        start,
        end: label.value.start + text.length,
        values: [{ field: fieldsOfText[slot], value: clean(text, textSteps).value }],
        features: [
          'labelled',
          ...(label.isMarked ? ['marked'] : []),
          wordsBetween(text, 0, text.length) > 3 ? 'long' : 'brief',
        ],
        doubt: 'freeText',
      },
    ]
  })
  return [...cities, ...labelled]
}

const fieldsOfText = { city: 'city', reason: 'PaymentReason', reference: 'externalReference' } as const

const shapes = {
  city: /^[\s"'(]{0,4}\p{L}[\p{L}'. -]*/u,
  reference: /^[\s#]{0,4}[\p{L}\p{N}][\p{L}\p{N}./-]*/u,
} as const
