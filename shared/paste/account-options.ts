import { asMessage } from '#shared/language/message.ts'
import { payoutTypeOf } from '#shared/rule-book/account-type-codes.ts'
import type { CleaningStep } from '#shared/rule-book/cleaning.ts'
import type { AccountKind, ConditionalNumber, Country, NamedNumber } from '#shared/rule-book/country.ts'
import { digits, lettersAndDigits } from '#shared/rule-book/shape.ts'
import type { CountryMessage } from './country-message.ts'
import type { LabelMeaning } from './label-words.ts'
import { numberFeatures, spanOf } from './number-features.ts'
import { misshapenRun, runsUnder } from './number-runs.ts'
import type { OptionDraft, OptionValue } from './option.ts'

const withoutPlus: CleaningStep = { code: 'country_prefix_removed', apply: (text) => text.replace(/^\s*\+/, '') }

/** Where the interface documents no format: what banks and wallets of Africa call an account. */
export const anyAccount: ConditionalNumber = {
  label: 'field.accountNumber',
  shape: digits(),
  example: '1234567890',
  cleaning: [withoutPlus],
}
const iban: ConditionalNumber = {
  label: 'field.accountNumber',
  shape: lettersAndDigits(22, 28),
  example: 'CI93CI0080111301134291200589',
}

/** Account numbers under every rule of the country. */
export function accountOptions(reading: CountryMessage): readonly OptionDraft[] {
  const { country } = reading
  const found = accountRules(country).flatMap(({ rule, isWallet }) =>
    runsUnder(reading.runs, rule).flatMap((found): readonly OptionDraft[] => {
      const isIban = rule === iban
      if (isIban && !/^[A-Z]{2}\d{2}/.test(found.value)) return []
      const bank = rule.bankOf?.(found.value)
      const [type, ...others] = rule.when?.payoutAccountTypeCode ?? []
      const kind = others.length > 0 ? undefined : kindOf(country, type)
      const isPlus = country.region === 'africa' && found.run.typed.startsWith('+')
      const value: OptionValue = {
        field: 'accountNumber',
        value: `${isPlus ? '+' : ''}${found.value}`,
        meaning: asMessage(rule.label),
      }
      const isMeant = (meaning: LabelMeaning) =>
        meaning.is === 'agency-and-account' ||
        (meaning.is === 'phone' && (isWallet || country.region === 'africa')) ||
        (meaning.is === 'account' && fitsLabel(meaning, rule, isWallet))
      return [
        {
          slot: 'account',
          ...spanOf(found.run),
          values: [
            value,
            ...typeValue(country, kind),
            ...(bank?.code === undefined
              ? []
              : [{ field: 'bankName' as const, value: bank.code, meaning: `${bank.name} · ${bank.code}` }]),
          ],
          features: [
            ...numberFeatures(reading, found, rule, isMeant),
            ...(isWallet ? ['wallet'] : []),
            ...(isIban ? ['iban'] : []),
            ...(bank === undefined ? (rule.bankOf === undefined ? [] : ['bankUnknown']) : ['bankKnown']),
            `of:${country.region === 'africa' ? 'africa' : country.code}`,
            lengthFeature(found.value.length),
          ],
          ...(bank?.code !== undefined && { bankOfNumber: bank.code }),
          ...(rule.when && { when: rule.when }),
          ...(kind && { accountKind: kind }),
          ...(found.isProven && { isProven: true as const }),
          ...(found.error && { doubt: { is: 'againstRule' as const, error: found.error } }),
        },
      ]
    }),
  )
  return [...found, ...accountsInDocuments(reading), ...misshapenAccounts(reading)]
}

/** "CLABE" before seventeen digits: no account, but a person sees which one is meant. */
function misshapenAccounts(reading: CountryMessage): readonly OptionDraft[] {
  const { country, labels, message, runs } = reading
  return labels.flatMap(({ meaning, isMarked, value: { start, end } }): readonly OptionDraft[] => {
    if (meaning.is !== 'account' || !(isMarked || meaning.number !== undefined)) return []
    const rules = accountRules(country)
      .filter(({ rule, isWallet }) => fitsLabel(meaning, rule, isWallet))
      .map(({ rule }) => rule)
    const at = start + message.plain.slice(start, end).search(/[\p{L}\p{N}]/u)
    const found = misshapenRun(runs, at, rules)
    if (found?.error === undefined) return []
    const value: OptionValue = { field: 'accountNumber', value: found.value }
    return [
      {
        slot: 'account',
        ...spanOf(found.run),
        values: [value],
        features: [meaning.number === undefined ? 'misshapen' : 'misshapenNamed'],
        doubt: { is: 'againstRule', error: found.error },
      },
    ]
  })
}

/** A CuentaRUT has the number of the RUT without its check digit. */
function accountsInDocuments(reading: CountryMessage): readonly OptionDraft[] {
  const { country, labels } = reading
  if (typeValue(country, 'rut').length === 0 || !labels.some(({ meaning }) => isRutAccount(meaning))) return []
  return country.documents.flatMap((rule) =>
    runsUnder(reading.runs, rule)
      .filter(
        ({ isProven, run }) =>
          isProven &&
          labels.some(
            ({ meaning, start, end }) =>
              isRutAccount(meaning) && Math.min(Math.abs(start - run.end), Math.abs(run.start - end)) < closeBy,
          ),
      )
      .map(
        ({ run, value }): OptionDraft => ({
          slot: 'account',
          ...spanOf(run),
          values: [{ field: 'accountNumber', value: value.slice(0, -1) }, ...typeValue(country, 'rut')],
          features: ['inDocument'],
          isShared: true,
          accountKind: 'rut',
          when: { payoutAccountTypeCode: typeValue(country, 'rut').map((type) => type.value) },
        }),
      ),
  )
}

/** In characters: farther away, it is the RUT of another person. */
const closeBy = 25

function isRutAccount(meaning: LabelMeaning): boolean {
  return meaning.is === 'account' && meaning.kind === 'rut'
}

function lengthFeature(length: number): string {
  return length < 7
    ? 'short'
    : length < 10
      ? 'length7'
      : length < 13
        ? 'length10'
        : length < 18
          ? 'length13'
          : 'length18'
}

function fitsLabel(meaning: Extract<LabelMeaning, { is: 'account' }>, rule: NamedNumber, isWallet: boolean): boolean {
  if (meaning.number !== undefined) return meaning.number === rule.label
  return isWallet === (meaning.kind === 'wallet') || meaning.kind === undefined
}

function kindOf(country: Country, type: string | undefined): AccountKind | undefined {
  return typesOf(country).find(({ code }) => code === type)?.kind
}

function typesOf({ methods }: Country) {
  return methods.flatMap(({ fields }) =>
    fields.payoutAccountTypeCode?.use === 'asked' ? fields.payoutAccountTypeCode.rule : [],
  )
}

export function typeValue(country: Country, kind: AccountKind | undefined): readonly OptionValue[] {
  const code = kind && payoutTypeOf(country, kind)
  const label = typesOf(country).find((type) => type.code === code && type.kind === kind)?.label
  return code === undefined || label === undefined
    ? []
    : [{ field: 'payoutAccountTypeCode', value: code, meaning: asMessage(label) }]
}

interface AccountRule {
  readonly rule: ConditionalNumber
  readonly isWallet: boolean
}

function accountRules(country: Country): readonly AccountRule[] {
  if (country.undocumented?.includes('accountNumber'))
    return [iban, anyAccount].map((rule) => ({ rule, isWallet: false }))
  const all = country.methods.flatMap(({ id, fields: { accountNumber } }) =>
    accountNumber?.use === 'asked' ? accountNumber.rule.map((rule) => ({ rule, isWallet: id === 'wallet' })) : [],
  )
  return all.filter(
    ({ rule }, place) =>
      all.findIndex(
        (one) => one.rule.label === rule.label && one.rule.shape === rule.shape && one.rule.when === rule.when,
      ) === place,
  )
}
