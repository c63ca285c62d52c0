import compile from 'icu-minify/compile'
import type { Language } from '#shared/language/languages.ts'
import { read } from '../house/source-files.ts'

/** All messages of a language, by their ids. */
export function messagesIn(language: Language): Readonly<Record<string, string>> {
  return JSON.parse(read(`shared/language/${language}.json`))
}

/**
 * The values that a message asks for, and the tags around its parts. `{theLabel}`, `{TheLabel}` and `{labelOr}` are forms of one value,
 * `label`: see shared/language/translator.ts. Throws where it is no ICU message.
 */
export function argumentsOf(message: string): readonly string[] {
  const found = new Set<string>()
  visit(compile(message), { argument: (name) => found.add(valueBehind(name)) })
  return [...found].sort()
}

function valueBehind(argument: string): string {
  const bare = argument.replace(/Or$/, '').replace(/^[tT]he(?=[A-Z])/, '')
  return bare.charAt(0).toLowerCase() + bare.slice(1)
}

/** The texts of an ICU message, of all its branches, without what it asks for. */
export function textsOf(message: string): readonly string[] {
  const found: string[] = []
  visit(compile(message), { text: (text) => found.push(text) })
  return found
}

interface MessageVisitor {
  readonly text?: (text: string) => void
  readonly argument?: (name: string) => void
}

/** What icu-minify makes of a message: a text, or texts and nodes in a row. */
function visit(parts: unknown, visitor: MessageVisitor): void {
  if (typeof parts === 'string') visitor.text?.(parts)
  if (!Array.isArray(parts)) return
  for (const part of parts) {
    if (Array.isArray(part)) visitNode(part, visitor)
    else visit(part, visitor)
  }
}

/** `[name]`, `[name, type, options]`, or `[tag, ...parts]`, whose first part is no number of a type but that of `#`. */
function visitNode([name, type, ...rest]: readonly unknown[], visitor: MessageVisitor): void {
  const isTag = type !== undefined && (typeof type !== 'number' || type === pound)
  visitor.argument?.(`${name}`)
  if (isTag) visit([type, ...rest], visitor)
  else if (typeof type === 'number' && typesWithBranches.includes(type))
    for (const branch of Object.values(rest[0] ?? {})) visit(branch, visitor)
}

const pound = 0

/** select, plural and selectordinal. */
const typesWithBranches = [1, 2, 3]
