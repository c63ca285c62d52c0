import * as z from 'zod/mini'
import type en from './en.json'

/** The id of a sentence in the catalogs, which hold every sentence of the product, under one id in all languages. */
export type MessageId = keyof typeof en

/** A sentence, or a part of one, that is translated where it is shown. */
export interface Message {
  readonly id: MessageId
  /** Values for the sentence: texts and numbers are inserted as they are, messages in its language. */
  readonly params?: MessageParams
}

type MessageParams = Readonly<Record<string, string | number | Message | readonly (string | Message)[]>>

/** A message as it came over the wire or out of the database: its id may be one of another version. */
export interface ReceivedMessage {
  readonly id: string
  readonly params?: ReceivedParams | undefined
}

export interface ReceivedParams {
  readonly [name: string]: string | number | boolean | ReceivedMessage | readonly (string | ReceivedMessage)[]
}

/** Says a message in a language. `params` are added to its own. */
export type Translate = (message: MessageId | Message, params?: ReceivedParams) => string

/** A message without params is named by its id alone, but as a param it would be taken for a text. */
export function asMessage(message: MessageId | Message): Message {
  return typeof message === 'string' ? { id: message } : message
}

/** A sentence of the catalogs, or a part of one, with what fills it: params again. */
export const messageSchema = z.object({
  id: z.string(),
  params: z.optional(z.custom<ReceivedParams>((params) => typeof params === 'object' && params !== null)),
})
