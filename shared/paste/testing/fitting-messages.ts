import { readFileSync } from 'node:fs'
import type { CountryCode } from '#shared/countries/rule-book.ts'
import { argentineMessages } from './argentina.ts'
import { brazilianMessages } from './brazil.ts'
import { chileanMessages } from './chile.ts'
import { colombianMessages } from './colombia.ts'
import { ecuadorianMessages } from './ecuador.ts'
import { type LabelledMessage, labelledMessages } from './labelled-message.ts'
import type { MessageAsSent } from './message-as-sent.ts'
import { mexicanMessages } from './mexico.ts'
import type { PastedMessage } from './pasted-message.ts'
import { peruvianMessages } from './peru.ts'
import { sentInAfrica } from './sent-in-africa.ts'
import { sentInTheNorth } from './sent-in-the-north.ts'
import { sentInTheSouth } from './sent-in-the-south.ts'
import { setAside } from './set-aside.ts'

const folder = new URL('messages/', import.meta.url)

/** The labelled messages of a file, by its name without ending. */
function messagesOf(name: string): readonly LabelledMessage[] {
  return labelledMessages(readFileSync(new URL(`${name}.jsonl`, folder), 'utf8'))
}

function pasted(country: CountryCode, messages: readonly PastedMessage[]): readonly LabelledMessage[] {
  return messages.map(({ text, fields }, place) => ({
    id: `${country}-${place}`,
    country,
    group: 'one',
    text,
    people: [{ must: textsOf(fields), may: {}, never: {} }],
  }))
}

function sent(name: string, messages: readonly MessageAsSent[]): readonly LabelledMessage[] {
  return messages.map(({ country, text, fields, choices = {}, people }, place) => ({
    id: `${name}-${place}`,
    country,
    group: people === undefined ? 'one' : 'several',
    text,
    people: (people ?? [{}]).map((own) => ({
      must: { ...textsOf(fields), ...textsOf(own) },
      may: listsOf(choices),
      never: {},
    })),
  }))
}

function textsOf(fields: Readonly<Partial<Record<string, string>>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([field, value]) => (value === undefined ? [] : [[field, value]])),
  )
}

function listsOf(choices: Readonly<Partial<Record<string, readonly string[]>>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(choices).map(([field, values = []]) => [field, [...values]]))
}

/** What the weights are fitted on. */
export const fittingMessages: readonly LabelledMessage[] = [
  ...messagesOf('fitting-1'),
  ...messagesOf('fitting-2'),
  ...pasted('AR', argentineMessages),
  ...pasted('BR', brazilianMessages),
  ...pasted('CL', chileanMessages),
  ...pasted('CO', colombianMessages),
  ...pasted('EC', ecuadorianMessages),
  ...pasted('MX', mexicanMessages),
  ...pasted('PE', peruvianMessages),
  ...sent('south', sentInTheSouth),
  ...sent('north', sentInTheNorth),
  ...sent('africa', sentInAfrica),
]

/** What the margins are set on, beside those: the weights never saw them. */
export const marginMessages: readonly LabelledMessage[] = [...messagesOf('margins'), ...sent('aside', setAside)]
