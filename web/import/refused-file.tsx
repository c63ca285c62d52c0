import { type ReactNode, useEffect, useRef } from 'react'
import type { FileRefusal } from '#shared/files/refusal.ts'
import { t } from '../language/translate.ts'
import { Name } from '../ui/name.tsx'
import { Callout } from '../ui/tone.tsx'

interface Props {
  readonly name: string | undefined
  readonly refusal: FileRefusal | undefined
}

/** Why a file cannot be read, in a sentence that helps. It takes focus when it appears. */
export function RefusedFile({ name, refusal }: Props) {
  const here = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusal !== undefined) here.current?.focus()
  }, [refusal])
  if (refusal === undefined) return null
  return (
    <div ref={here} tabIndex={-1} role="alert">
      <Callout tone="error" title={sentenceFor(refusal)}>
        {name !== undefined && (
          <p>
            <Name>{name}</Name>
          </p>
        )}
        <p>{helpFor(refusal)}</p>
      </Callout>
    </div>
  )
}

/** The parameters of a refusal's message. */
interface RefusalDetails {
  readonly record?: number
  readonly row?: number
  readonly limit?: number
  readonly megabytes?: number
  readonly sheet?: string
  readonly key?: string
}

function sentenceFor({ refusal, params }: FileRefusal): string {
  const { record = 0, row = 0, limit = 0, megabytes = 0, sheet = '', key = '' }: RefusalDetails = params
  return t(`import.refusal.${refusal}`, { record, row, limit, megabytes, sheet, key })
}

/** What to do instead: most files can be saved in another format by the program that made them. */
function helpFor({ refusal }: FileRefusal): ReactNode {
  if (tooMuch.has(refusal)) return t('import.refusal.helpSplit')
  return t(broken.has(refusal) ? 'import.refusal.helpBroken' : 'import.refusal.helpFormat')
}

const tooMuch: ReadonlySet<FileRefusal['refusal']> = new Set([
  'too_big',
  'too_many_rows',
  'too_many_cells',
  'too_many_columns',
  'unpacks_too_big',
])

const broken: ReadonlySet<FileRefusal['refusal']> = new Set([
  'broken_json',
  'cell_too_long',
  'damaged',
  'doctype',
  'empty',
  'key_twice',
  'not_records',
  'quote_not_closed',
  'row_too_long',
  'sheet_missing',
  'text_too_long',
  'two_lists',
])
