import { translateIssue } from '#shared/api/issue-message.ts'
import type { CountryRules } from '#shared/api/rules.ts'
import { anyCountry } from '#shared/countries/rule-book.ts'
import type { MessageId, Translate } from '#shared/language/message.ts'
import { whyNotServed } from '#shared/validation/validation-offer.ts'
import { alternatives } from '../language/formats.ts'

/** What one of the two validations needs in a country, or why it is not offered. */
export interface ValidationNeeds {
  /** The field of the warning that a validation raises, so that its link leads here. */
  readonly id: `validation:${'identity' | 'bank'}`
  readonly title: string
  readonly needsTitle: string
  readonly whyNot?: string
  readonly needs: readonly (readonly [title: string, text: string])[]
}

export function validationNeeds(rules: CountryRules, translate: Translate): readonly ValidationNeeds[] {
  const country = anyCountry(rules.code)
  return (['identity', 'bank'] as const).map((service) => {
    const needs = service === 'identity' ? identityNeeds(rules, translate) : bankNeeds(rules, translate)
    const isOffered = needs.length > 0
    return {
      id: `validation:${service}`,
      title: translate(`rules.validation.${service}`),
      needsTitle: translate(`rules.validation.${service}Needs`),
      ...(country && !isOffered && { whyNot: translateIssue(translate, whyNotServed(country, service)) }),
      needs: needs.map(([need, text]) => [translate(`rules.need.${need}`), text]),
    }
  })
}

type NeedWords = readonly (readonly ['name' | 'document' | 'bank' | 'accountType' | 'accountNumber', string])[]

function identityNeeds({ identityValidation: rule }: CountryRules, translate: Translate): NeedWords {
  if (rule === undefined) return []
  return [
    ['name', translate('rules.needs.fullName')],
    ['document', documentWords(rule.documents, translate)],
  ]
}

function bankNeeds({ bankValidation: rule, methods }: CountryRules, translate: Translate): NeedWords {
  if (rule === undefined) return []
  const banks = methods.flatMap(({ fields }) => fields.flatMap((field) => field.banks ?? []))
  const exempt = rule.noAccountTypeFor.map((code) => banks.find((bank) => bank.code === code)?.name ?? code)
  return [
    ['name', translate('rules.needs.fullName')],
    ['document', documentWords(rule.documents, translate)],
    ['bank', translate(bankWords[rule.bank])],
    ['accountType', rule.accountTypes.length === 0 ? translate('rules.needs.notUsed') : ownCode(exempt, translate)],
    ['accountNumber', translate('rules.needs.asInPayout')],
  ]
}

type BankNeeds = NonNullable<CountryRules['bankValidation']>

function documentWords(documents: BankNeeds['documents'], translate: Translate): string {
  return alternatives(
    documents.map(({ label, code }) => (label === code ? label : translate('rules.needs.document', { label, code }))),
  )
}

const bankWords: Readonly<Record<BankNeeds['bank'], MessageId>> = {
  required: 'rules.needs.bankAndAgency',
  'unless-cci': 'rules.needs.bankUnlessCci',
  'not-used': 'rules.needs.notUsed',
}

/** `exempt`: names of the banks that do not need it. */
function ownCode(exempt: readonly string[], translate: Translate): string {
  if (exempt.length === 0) return translate('rules.needs.ownCode')
  return translate('rules.needs.ownCodeBut', { banks: alternatives(exempt) })
}
