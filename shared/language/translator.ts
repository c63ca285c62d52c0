import format from 'icu-minify/format'
import { dateTimeFormat, listFormat, numberFormat, pluralRules } from './intl.ts'
import type { ReceivedMessage, ReceivedParams, Translate } from './message.ts'

/** An ICU message as icu-minify compiles it. */
export type CompiledMessage = Parameters<typeof format>[0]

type Param = ReceivedParams[string]

/** Names and values for a message: one param can be asked for in several forms. */
type MessageArguments = readonly (readonly [string, string | number])[]

/** Speaks a language: `find` gives its message of an id, `locale` the way in which its reader writes numbers and lists. */
export function translator(find: (id: string) => CompiledMessage | undefined, locale: () => string): Translate {
  function translate({ id, params = {} }: ReceivedMessage): string {
    return filled(find(id) ?? '', params)
  }

  function filled(message: CompiledMessage, params: ReceivedParams): string {
    // Most have nothing to fill in, and a form asks for hundreds.
    if (typeof message === 'string') return message
    const values = Object.fromEntries(Object.entries(params).flatMap(([name, param]) => forms(name, param)))
    return String(format<string>(message, locale(), values, formatting))
  }

  function forms(name: string, param: Param): MessageArguments {
    if (typeof param === 'number') return [[name, param]]
    if (isList(param)) return listForms(name, param)
    const text = textOf(param)
    const the = typeof param === 'object' ? withArticle(param) : text
    return [
      [name, text],
      [`the${capital(name)}`, the],
      // A field of a body is called as it is spelt, also where a sentence begins.
      [`The${capital(name)}`, typeof param === 'object' ? capital(the) : text],
    ]
  }

  /** `{names}` one after the other, and `{namesOr}` as alternatives. */
  function listForms(name: string, items: readonly (string | ReceivedMessage)[]): MessageArguments {
    const texts = items.map(textOf)
    // What has commas itself needs a stronger sign between.
    const separator = texts.some((text) => /[,:]/.test(text)) ? translate({ id: 'list.separator' }) : ', '
    return [
      [name, texts.join(separator)],
      [`${name}Or`, listFormat(locale(), { type: 'disjunction' }).format(items.map(withArticle))],
    ]
  }

  function textOf(param: string | boolean | ReceivedMessage): string {
    return typeof param === 'object' ? translate(param) : isolated(String(param))
  }

  /** A label inside a sentence: "the first name" for "First name". */
  function withArticle(param: string | boolean | ReceivedMessage): string {
    const message = typeof param === 'object' ? find(`${param.id}.the`) : undefined
    return typeof param === 'object' && message !== undefined ? filled(message, param.params ?? {}) : textOf(param)
  }

  return (message, params) => {
    const { id, params: own } = typeof message === 'string' ? { id: message } : message
    return translate({ id, params: { ...own, ...params } })
  }
}

/** A text in a right-to-left script, between marks that keep it from reversing its neighbour, such as an amount. */
export function isolated(text: string): string {
  return rightToLeft.test(text) ? `\u2068${text}\u2069` : text
}

const rightToLeft = /\p{Script=Arabic}|\p{Script=Hebrew}/u

function isList(param: Param): param is readonly (string | ReceivedMessage)[] {
  return Array.isArray(param)
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** What icu-minify formats numbers, dates and plurals with. */
export const formatting = {
  formatters: { getNumberFormat: numberFormat, getDateTimeFormat: dateTimeFormat, getPluralRules: pluralRules },
}
