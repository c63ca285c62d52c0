import type { ReactNode } from 'react'
import { tNode } from '../language/translate.ts'
import { Alternatives } from './alternatives.tsx'
import { inCode } from './in-code.tsx'
import type { FieldRules } from './rule-types.ts'

/** What a field of codes takes; the longer lists stand in sections of their own. */
export function FieldTakes({ rules: { name, choices, banks, nationalCodes } }: { readonly rules: FieldRules }) {
  if (name === 'documentType') return tNode('rules.takes.documents', { link: linkTo('documents') })
  if (name === 'payoutAccountTypeCode' && choices)
    return tNode('rules.takes.accountTypes', { link: linkTo('account-types') })
  if (banks && nationalCodes) return tNode('rules.takes.nationalBanks', { link: linkTo('banks') })
  if (banks) return tNode('rules.takes.banks', { count: banks.length, link: linkTo('banks') })
  return choices && <Choices choices={choices} />
}

/** What can stand in the field, as an example. */
export function FieldExamples({ examples }: { readonly examples: readonly string[] }) {
  if (examples.length === 0) return null
  return tNode('rules.takes.examples', { list: () => <Alternatives items={examples.map(inCode)} /> })
}

function linkTo(id: string) {
  return (parts: ReactNode[]) => <a href={`#${id}`}>{parts}</a>
}

function Choices({ choices }: { readonly choices: NonNullable<FieldRules['choices']> }) {
  const items = choices.map(({ code, label }) =>
    label.toLowerCase() === code.toLowerCase() ? inCode(code) : tNode('rules.takes.choice', { code, label, inCode }),
  )
  return (
    <>
      <Alternatives items={items} />.
    </>
  )
}
