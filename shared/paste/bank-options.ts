import { bankLabel } from '#shared/banks/bank.ts'
import { bankRulesOf, isBankCode } from '#shared/rule-book/bank-code.ts'
import { type CountryMessage, featuresAt } from './country-message.ts'
import type { OptionDraft } from './option.ts'
import { unlistedBanks } from './unlisted-banks.ts'

/** The banks that the message names, also where no list of codes exists. */
export function bankOptions(reading: CountryMessage): readonly OptionDraft[] {
  const { country, message } = reading
  const listed = reading.banks.flatMap((found) =>
    found.banks.map(
      (bank): OptionDraft => ({
        slot: 'bank',
        start: found.start,
        end: found.end,
        values: [{ field: 'bankName', value: bank.code, meaning: bankLabel(bank) }],
        features: [
          ...featuresAt(reading, found, ({ is }) => is === 'bank'),
          found.isSure ? 'wholeName' : 'partOfName',
          ...(found.banks.length > 1 ? ['oneOfSeveral'] : []),
          ...nearAccount(reading, found.start, found.end),
        ],
      }),
    ),
  )
  const byCode = codesInTables(reading)
  const ofKind = bankOfKind(reading)
  if (country.region !== 'africa') return [...listed, ...byCode, ...ofKind]
  return unlistedBanks(message).map((found) => ({
    slot: 'bank',
    ...found,
    values: [{ field: 'bankName', value: message.plain.slice(found.start, found.end) }],
    features: [
      'unlisted',
      ...featuresAt(reading, found, ({ is }) => is === 'bank'),
      ...nearAccount(reading, found.start, found.end),
    ],
  }))
}

/** National codes under the heading of a bank: 341. */
function codesInTables({ country, headAt, layout, message }: CountryMessage): readonly OptionDraft[] {
  const rule = bankRulesOf(country).find(({ nationalCodes }) => nationalCodes !== undefined)
  if (rule === undefined) return []
  return layout.cells.flatMap(({ start, end }): readonly OptionDraft[] => {
    const code = message.plain.slice(start, end).trim()
    if (!isBankCode(code, rule) || headAt(start)?.is !== 'bank') return []
    const at = start + message.plain.slice(start, end).indexOf(code)
    return [
      {
        slot: 'bank',
        start: at,
        end: at + code.length,
        values: [{ field: 'bankName', value: code }],
        features: ['head', 'code'],
      },
    ]
  })
}

/** Only one bank has a CuentaRUT. */
function bankOfKind({ country, labels }: CountryMessage): readonly OptionDraft[] {
  return labels.flatMap((label): readonly OptionDraft[] => {
    const isRut = label.meaning.is === 'account' && label.meaning.kind === 'rut'
    const bank = bankRulesOf(country)
      .flatMap(({ banks }) => banks)
      .find(({ code }) => code === '012')
    if (!isRut || bank === undefined) return []
    return [
      {
        slot: 'bank',
        start: label.start,
        end: label.end,
        values: [{ field: 'bankName', value: bank.code, meaning: bankLabel(bank) }],
        features: ['ofKind'],
        isShared: true,
      },
    ]
  })
}

function nearAccount({ labels, layout, runs }: CountryMessage, start: number, end: number): readonly string[] {
  const line = layout.lineAt(start)
  const isNear = runs.some((run) => run.digits > 6 && layout.lineAt(run.start) === line)
  const isLabelled = labels.some(
    ({ meaning, start: at }) => meaning.is === 'account' && (layout.lineAt(at) === line || Math.abs(at - end) < 40),
  )
  return [...(isNear ? ['numberOnLine'] : []), ...(isLabelled ? ['accountNear'] : [])]
}
