import type { ReactNode } from 'react'
import { say } from '../language/rule-words.ts'
import { Alternatives } from './alternatives.tsx'
import { inCode } from './in-code.tsx'
import type { FieldRules } from './rule-types.ts'
import { rich } from './words.ts'

/** What a field of codes takes; the longer lists stand in sections of their own. */
export function FieldTakes({ rules: { name, choices, banks, nationalCodes } }: { readonly rules: FieldRules }) {
  if (name === 'documentType') return rich('takes.documents', { link: linkTo('documents') })
  if (name === 'payoutAccountTypeCode' && choices) return rich('takes.accountTypes', { link: linkTo('account-types') })
  if (banks && nationalCodes) return rich('takes.nationalBanks', { link: linkTo('banks') })
  if (banks) return rich('takes.banks', { count: banks.length, link: linkTo('banks') })
  return choices && <Choices choices={choices} />
}

/** What can stand in the field, as an example. */
export function FieldExamples({ examples }: { readonly examples: readonly string[] }) {
  if (examples.length === 0) return null
  return rich('takes.examples', { list: () => <Alternatives items={examples.map(inCode)} /> })
}

function linkTo(id: string) {
  return (parts: ReactNode[]) => <a href={`#${id}`}>{parts}</a>
}

function Choices({ choices }: { readonly choices: NonNullable<FieldRules['choices']> }) {
  const items = choices.map(({ code, label }) =>
    label.toLowerCase() === code.toLowerCase()
      ? inCode(code)
      : rich('takes.choice', { code, label: say(label), inCode }),
  )
  return (
    <>
      <Alternatives items={items} />.
    </>
  )
}
