import styles from './code-block.module.css'
import { type Json, jsonTokens } from './json-tokens.ts'

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
        <code>
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
