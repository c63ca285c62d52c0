import { asMessage } from '#shared/language/message.ts'
import { upperCased } from '#shared/rule-book/cleaning.ts'
import type { Country, DocumentRule, NamedNumber } from '#shared/rule-book/country.ts'
import { lettersAndDigits } from '#shared/rule-book/shape.ts'
import { type CountryMessage, featuresAt } from './country-message.ts'
import type { LabelMeaning } from './label-words.ts'
import { numberFeatures, spanOf } from './number-features.ts'
import { type Run, runsUnder } from './number-runs.ts'
import type { OptionDraft, OptionValue } from './option.ts'

/** A document that the payout or, with no code, its bank check alone asks for. */
type AskedDocument = NamedNumber & { readonly kind: DocumentRule['kind']; readonly code?: string }

/** An identity number of Africa, where no payout asks for one by name. */
const anyDocument: AskedDocument = {
  label: 'field.documentNumber',
  kind: 'national-id',
  shape: lettersAndDigits(),
  example: 'B7719024',
  cleaning: [upperCased],
  code: '',
}

/** Documents of every kind that a country asks for, and those of a check alone. */
export function documentOptions(reading: CountryMessage): readonly OptionDraft[] {
  const { country } = reading
  const forChecks = (country.bankValidation?.documents ?? []).flatMap(({ kind, asked }) =>
    asked ? [{ ...asked, kind }] : [],
  )
  const all: readonly AskedDocument[] = [
    ...country.documents,
    ...forChecks,
    ...(country.region === 'africa' ? [anyDocument] : []),
  ]
  return all.flatMap((rule) =>
    runsUnder(reading.runs, rule).flatMap((found) => {
      const isMeant = ({ is, ...meaning }: LabelMeaning) =>
        is === 'document' && (!('kind' in meaning) || meaning.kind === undefined || meaning.kind === rule.kind)
      const isNamed = (meaning: LabelMeaning) => meaning.is === 'document' && meaning.kind === rule.kind
      const isLabelled = (run: Run) =>
        featuresAt(reading, run, isNamed).some((name) => name === 'labelAt' || name === 'head')
      const draft = {
        ...spanOf(found.run),
        features: [
          ...numberFeatures(reading, found, rule, isMeant),
          ...featuresAt(reading, found.run, isNamed)
            .filter((name) => name === 'labelAt' || name === 'head')
            .map((name) => `named:${name}`),
          ...('isOnly' in rule && typeof rule.isOnly === 'function' && !isLabelled(found.run)
            ? [rule.isOnly(found.value) ? 'only' : 'notOnly']
            : []),
          `${country.code}:${rule.kind}`,
        ],
        ...(found.isProven && { isProven: true as const }),
        ...(found.error && { doubt: { is: 'againstRule' as const, error: found.error } }),
      }
      if (rule.code === undefined)
        return [checkedDocument(rule, found.value, draft), ...documentInside(country, found.value, draft)]
      const type: readonly OptionValue[] =
        rule.code === '' ? [] : [{ field: 'documentType', value: rule.code, meaning: asMessage(rule.label) }]
      return [
        {
          ...draft,
          slot: 'document' as const,
          values: [{ field: 'documentNumber' as const, value: found.value }, ...type] as const,
        },
      ]
    }),
  )
}

type NumberDraft = Omit<OptionDraft, 'slot' | 'values'>

function checkedDocument(rule: AskedDocument, value: string, draft: NumberDraft): OptionDraft {
  return {
    ...draft,
    slot: 'validation',
    values: [{ field: 'validationDocumentNumber', value, meaning: asMessage(rule.label) }],
  }
}

/** The document that the payout takes, in the number of another one: the DNI in a person's CUIT. */
function documentInside({ documents }: Country, number: string, draft: NumberDraft): readonly OptionDraft[] {
  const [within] = documents.flatMap(({ inside }) => inside?.(number) ?? [])
  if (within === undefined) return []
  return [
    {
      ...draft,
      slot: 'document',
      values: [{ field: 'documentNumber', value: within }],
      features: ['inside'],
      isShared: true,
      doubt: 'fromCuit',
    },
  ]
}
