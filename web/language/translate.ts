import format from 'icu-minify/format'
import type { ReactNode } from 'react'
import type { MessageId } from '#shared/language/message.ts'
import { formatting, isolated, translator } from '#shared/language/translator.ts'
import { Fragment, jsxs } from '../jsx/jsx-runtime.ts'
import { find } from './catalog.ts'
import { locale } from './language.ts'

/** A message in the page's language. */
export const t = translator(find, locale)

/** Renders a marked part of a message, such as `<link>the rule</link>`. */
type Wrapper = (parts: ReactNode) => ReactNode

/** The same with elements in it. */
export function tNode(id: MessageId, values: Readonly<Record<string, string | number | Wrapper>>): ReactNode {
  const safe = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, filling(value)]))
  return joined(format<ReactNode>(find(id) ?? '', locale(), safe, formatting))
}

function filling(value: string | number | Wrapper) {
  if (typeof value === 'string') return isolated(value)
  return typeof value === 'function' ? (parts: ReactNode[]) => value(joined(parts)) : value
}

/** As static children: the parts of a sentence have no keys. */
function joined(parts: ReactNode | ReactNode[]): ReactNode {
  if (!Array.isArray(parts)) return parts
  return parts.length > 1 ? jsxs(Fragment, { children: parts }) : parts[0]
}
