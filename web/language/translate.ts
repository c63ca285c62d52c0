import format from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import type { MessageId } from '#shared/language/message-id.ts'
import { messagesOf, options, type Values, worded } from './catalog.ts'
import { locale } from './language.ts'

const messages = await messagesOf({
  en: () => import('#shared/language/en.json'),
  es: () => import('#shared/language/es.json'),
  'pt-BR': () => import('#shared/language/pt-BR.json'),
  fr: () => import('#shared/language/fr.json'),
})

/** A message in the page's language. */
export function t(id: MessageId, values: Values = {}): string {
  return worded(messages()[id] ?? '', values)
}

/** What stands around a part of a message: `<link>the rule</link>`. */
type Wrapper = (parts: ReactNode[]) => ReactNode

/** The same with elements in it. */
export function tNode(id: MessageId, values: Readonly<Record<string, string | number | Wrapper>>): ReactNode {
  const parts = format<ReactNode>(messages()[id] ?? '', locale(), values, options)
  // Spread, as the parts of a sentence have no keys.
  return createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))
}
