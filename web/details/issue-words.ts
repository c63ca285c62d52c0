import type { Issue } from '#shared/api/issue.ts'
import { t } from '../language/translate.ts'

/** The sentence of an error, a warning or a notice that the rules find. */
export function issueWords({ code, params }: Issue): string {
  return t({ id: `issue.${code}` }, { ...absent, ...params })
}

/** A sentence selects by what its issue may lack; the table of issues, which says so of each, is not loaded for it. */
export const absentParams: readonly string[] = [
  'allowed',
  'bank',
  'choices',
  'close',
  'country',
  'expected',
  'given',
  'givenName',
  'hint',
  'instead',
  'known',
  'label',
  'lacking',
  'length',
  'max',
  'meant',
  'name',
  'phone',
  'prefix',
  'readAs',
  'reason',
  'service',
  'sign',
  'unit',
  'why',
]

const absent = Object.fromEntries(absentParams.map((name) => [name, 'none']))
