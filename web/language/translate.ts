import format from 'icu-minify/format'
import { createElement, Fragment, type ReactNode } from 'react'
import type { MessageId } from '#shared/language/message.ts'
import { formatting, isolated, translator } from '#shared/language/translator.ts'
import { find } from './catalog.ts'
import { locale } from './language.ts'

/** A message in the page's language. */
export const t = translator(find, locale)

/** What stands around a part of a message: `<link>the rule</link>`. */
type Wrapper = (parts: ReactNode[]) => ReactNode

/** The same with elements in it. */
export function tNode(id: MessageId, values: Readonly<Record<string, string | number | Wrapper>>): ReactNode {
  const safe = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? isolated(value) : value,
  ])
  const parts = format<ReactNode>(find(id) ?? '', locale(), Object.fromEntries(safe), formatting)
  // Spread, as the parts of a sentence have no keys.
  return createElement(Fragment, null, ...(Array.isArray(parts) ? parts : [parts]))
}
