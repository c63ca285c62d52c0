import styles from './code-block.module.css'

export interface CodeBlockProps {
  readonly value: Json
  /** What it is, for screen readers. */
  readonly label: string
}

/** A value as JSON, quietly coloured. Long lines wrap, so that it never scrolls sideways. */
export function CodeBlock({ value, label }: CodeBlockProps) {
  return (
    <figure aria-label={label}>
      <pre className={styles.block}>
        <code translate="no">
          {jsonTokens(value).map((token, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the tokens of a text have nothing but their place
            <span key={place} className={styles[token.kind]}>
              {token.text}
            </span>
          ))}
        </code>
      </pre>
    </figure>
  )
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json }

export interface JsonToken {
  readonly kind: 'name' | 'string' | 'number' | 'word' | 'mark'
  readonly text: string
}

/**
 * The tokens of JSON.stringify(value, null, 2), each with its kind. Made from the value itself: taking the text apart by patterns would
 * mistake a string that looks like JSON.
 */
export function jsonTokens(value: Json, indent = ''): readonly JsonToken[] {
  if (value === null || typeof value === 'boolean') return [{ kind: 'word', text: String(value) }]
  if (typeof value === 'number') return [{ kind: 'number', text: JSON.stringify(value) }]
  if (typeof value === 'string') return [{ kind: 'string', text: JSON.stringify(value) }]
  const inner = `${indent}  `
  if (isList(value))
    return enclosed(
      '[',
      ']',
      indent,
      value.map((item) => jsonTokens(item, inner)),
    )
  const members = Object.entries(value).map(([name, member]): readonly JsonToken[] => [
    { kind: 'name', text: JSON.stringify(name) },
    mark(': '),
    ...jsonTokens(member, inner),
  ])
  return enclosed('{', '}', indent, members)
}

/** Array.isArray does not narrow a readonly array. */
function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

function enclosed(
  open: string,
  close: string,
  indent: string,
  items: readonly (readonly JsonToken[])[],
): readonly JsonToken[] {
  if (items.length === 0) return [mark(`${open}${close}`)]
  const lines = items.flatMap((item, index) => [mark(index === 0 ? `\n${indent}  ` : `,\n${indent}  `), ...item])
  return [mark(open), ...lines, mark(`\n${indent}${close}`)]
}

function mark(text: string): JsonToken {
  return { kind: 'mark', text }
}
