import type { Bank } from '#shared/banks/bank.ts'
import { bareCodeSteps, type CleanedText, type CleaningStep, clean } from './cleaning.ts'
import type { BankRule, Country } from './country.ts'
import { hasShape } from './shape.ts'

/**
 * A bank code as its list writes it: a spreadsheet that took 012 for a number gives 12. Zeros come back only where they
 * lead to exactly one code. Three digits that begin with 0 are left to be refused: they are a national number, and
 * Peru's 002 is another bank than the provider's 0002.
 */
export function cleanBankCode(typed: string, rules: readonly BankRule[]): CleanedText {
  return clean(typed, bankCodeSteps(rules))
}

/** What is done to a bank code; zeros come back to the codes of these rules. */
export function bankCodeSteps(rules: readonly BankRule[]): readonly CleaningStep[] {
  return [...bareCodeSteps, withLeadingZeros(rules)]
}

/** Whether a code is one that the field takes: of the list or, in Brazil, of the shape of the national ones. */
export function isBankCode(code: string, { banks, nationalCodes }: BankRule): boolean {
  return (
    banks.some((bank) => bank.code === code) || (nationalCodes !== undefined && hasShape(nationalCodes.shape, code))
  )
}

/** The bank rules of all methods of a country: for a code whose method is not known yet. */
export function bankRulesOf({ methods }: Pick<Country, 'methods'>): readonly BankRule[] {
  return methods.flatMap(({ fields }) => (fields.bankName?.use === 'asked' ? [fields.bankName.rule] : []))
}

/**
 * The bank that a code identifies in the payouts of a country, without a name where no public list has one; undefined where no payout takes
 * the code. `more` are those of a list that loads on demand.
 */
export function bankOfCode(
  country: Pick<Country, 'methods' | 'undocumented'>,
  code: string,
  more: readonly Bank[] = [],
): Bank | undefined {
  const rules = bankRulesOf(country)
  const listed = [...rules.flatMap(({ banks }) => banks), ...more].find((bank) => bank.code === code)
  if (listed !== undefined) return listed
  const isTyped = country.undocumented?.includes('bankName') === true && !['', '-'].includes(code)
  const isTaken = isTyped || rules.some((rule) => isBankCode(code, rule))
  return isTaken && clean(code, bareCodeSteps).value === code ? { code, name: undefined, otherNames: [] } : undefined
}

function withLeadingZeros(rules: readonly BankRule[]): CleaningStep {
  return {
    code: 'leading_zeros_added',
    apply: (text) => {
      if (!/^(?:0[0-9]|[1-9][0-9]*)$/.test(text) || rules.some((rule) => isBankCode(text, rule))) return text
      const [only, ...others] = new Set(
        rules.flatMap(listedCodes).filter((code) => withoutZeros(code) === withoutZeros(text)),
      )
      return only === undefined || others.length > 0 ? text : only
    },
  }
}

function withoutZeros(code: string): string {
  return code.replace(/^0+/, '')
}

function listedCodes({ banks, nationalCodes }: BankRule): readonly string[] {
  return [...banks.map(({ code }) => code), ...(nationalCodes?.known ?? [])]
}
