import type { Translate } from '#shared/language/message.ts'
import { asMessage, type Message } from '#shared/language/message.ts'
import { fieldUses } from '#shared/payout/field-uses.ts'
import { fieldOf } from '#shared/payout/fields.ts'
import { type Country, countryName } from '#shared/rule-book/country.ts'
import { describeShape } from '#shared/rule-book/shape.ts'
import type { SheetField } from './sheet-field.ts'

/** What goes into a column: its hint, the numbers that it takes with an example of each, the choices. */
export function noteOf(field: SheetField, countries: readonly Country[], translate: Translate): string {
  const said = countries.flatMap((country) => saidOf(field, country).map((message) => translate(message)))
  const example = exampleOf(field, countries)
  const sentences = [
    ...(field !== 'method' && fieldOf(field).hint !== undefined
      ? [translate(fieldOf(field).hint ?? 'field.note.hint')]
      : []),
    ...new Set(said),
    ...(said.length === 0 && example !== undefined ? [translate('import.template.example', { example })] : []),
  ]
  return sentences.slice(0, mostSentences).join('\n')
}

/** A note is no manual. */
const mostSentences = 24

function saidOf(field: SheetField, country: Country): readonly Message[] {
  if (field === 'method')
    return country.methods.length > 1 ? country.methods.map(({ label }) => inCountry(country, asMessage(label))) : []
  return country.methods.flatMap((method) => {
    const use = fieldUses(country, method)[field]
    if (use.use !== 'asked' || use.rule.kind !== 'number') return []
    return use.rule.numbers.map(({ label, shape, example }): Message => {
      return {
        id: 'import.template.number',
        params: { country: countryName(country), label: asMessage(label), shape: describeShape(shape), example },
      }
    })
  })
}

function inCountry(country: Country, what: Message): Message {
  return { id: 'import.template.choice', params: { country: countryName(country), what } }
}

function exampleOf(field: SheetField, countries: readonly Country[]): string | undefined {
  if (field === 'method') return undefined
  return countries.flatMap(({ methods }) => methods.flatMap(({ sample }) => sample[field] ?? []))[0] ?? examples[field]
}

const examples: Partial<Readonly<Record<SheetField, string>>> = {
  amount: '1500.50',
  email: 'ana@example.com',
  NotificationUrl: 'https://hooks.example.com/payouts',
}

/** The words to choose from, in the language of the template. */
export function listChoices(field: SheetField, countries: readonly Country[], translate: Translate): readonly string[] {
  const words = countries.flatMap((country) => {
    if (field === 'country') return [translate(countryName(country))]
    if (field === 'method')
      return country.methods.length > 1 ? country.methods.map(({ label }) => translate(label)) : []
    return country.methods.flatMap((method) => {
      const use = fieldUses(country, method)[field]
      if (use.use !== 'asked' || use.rule.kind !== 'code') return []
      return use.rule.choices.map(({ code, label }) => (label === undefined ? code : translate(label)))
    })
  })
  return [...new Set(words)]
}
