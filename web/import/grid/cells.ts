import { damageCodes, mayStay } from '#shared/api/damage.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { countryCodes, isCountryCode, methodFor, ruleBook } from '#shared/countries/rule-book.ts'
import { damageMessage } from '#shared/import/damage.ts'
import { asMessage, type Message } from '#shared/language/message.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { type FieldRule, fieldUses } from '#shared/payout/field-uses.ts'
import { type FieldName, isFlagField } from '#shared/payout/fields.ts'
import { givenIn, settled } from '#shared/payout/given.ts'
import { cleanBankCode } from '#shared/rule-book/bank-code.ts'
import { type Country, countryName, type Given, type Method } from '#shared/rule-book/country.ts'
import { problemDetail } from '../../language/problem-text.ts'
import { t } from '../../language/translate.ts'
import { longerWords, placeName } from '../damage-words.ts'
import type { CellDamage, RowRefusal, SheetField, ShownRow } from '../protocol.ts'

/** By which rules a row is read. */
interface Rules {
  readonly country: Country
  readonly method: Method
  readonly given: Given
}

/** Made once for each row as it comes: a row that has changed is another one. */
const known = new WeakMap<ShownRow, Rules | null>()

export function rulesOf(row: ShownRow): Rules | undefined {
  const found = known.get(row) ?? made(row)
  known.set(row, found)
  return found ?? undefined
}

function made({ country: code, cells }: ShownRow): Rules | null {
  if (!isCountryCode(code)) return null
  const country = ruleBook[code]
  const typed = givenIn(cells, country)
  const chosen = country.methods.find(({ id }) => id === cells.method)?.id
  const method = methodFor(country, typed, chosen)
  return { country, method, given: settled(typed, fieldUses(country, method), country) }
}

/** What the country and the method of the row do with a field; undefined where they ask for nothing. */
function ruleOf(row: ShownRow, field: SheetField): FieldRule | undefined {
  const rules = rulesOf(row)
  if (rules === undefined || field === 'method') return undefined
  const use = fieldUses(rules.country, rules.method)[field]
  return use.use === 'asked' ? use.rule : undefined
}

/** Whether the row's country and method leave the field out, whatever stands in it. */
export function isUnused(row: ShownRow, field: SheetField): boolean {
  return rulesOf(row) !== undefined && field !== 'method' && field !== 'country' && ruleOf(row, field) === undefined
}

/** One of those that a field takes, by its code and in words. */
export interface CellChoice {
  readonly code: string
  readonly name: string
}

/** What the field takes in this row; empty for one into which anything is typed. */
export function choicesIn(row: ShownRow, field: SheetField): readonly CellChoice[] {
  if (field === 'country') return countryCodes.map((code) => ({ code, name: t(countryName(ruleBook[code])) }))
  const rules = rulesOf(row)
  if (field === 'method') return rules?.country.methods.map(({ id, label }) => ({ code: id, name: t(label) })) ?? []
  if (isFlagField(field)) return flagChoices()
  const rule = ruleOf(row, field)
  if (rule?.kind === 'bank') return rule.bank.banks.map(({ code, name = code }) => ({ code, name }))
  if (rule?.kind !== 'code') return []
  return rule.choices.map(({ code, label }) => ({ code, name: label === undefined ? code : t(asMessage(label)) }))
}

function flagChoices(): readonly CellChoice[] {
  return [
    { code: 'true', name: t('sheet.flag.yes') },
    { code: 'false', name: t('sheet.flag.no') },
  ]
}

/** What a code in the cell stands for; undefined for what says all by itself. */
export function nameIn(row: ShownRow, field: SheetField, text: string): string | undefined {
  const country = rulesOf(row)?.country
  if (field === 'country') return country && t(countryName(country))
  if (field === 'currencyCode') return undefined
  const code = field === 'bankName' ? bankCode(row, text) : text.trim()
  return choicesIn(row, field).find((choice) => choice.code === code)?.name
}

function bankCode(row: ShownRow, text: string): string {
  const rule = ruleOf(row, 'bankName')
  return rule?.kind === 'bank' ? cleanBankCode(text, [rule.bank]).value : text
}

/** What the row's country calls a field. */
export function labelIn(row: ShownRow | undefined, field: SheetField): string {
  if (row === undefined || field === 'method') return t(`field.${field}`)
  const label: Message = fieldLabel(field, ruleOf(row, field), rulesOf(row)?.given)
  return t(label)
}

/** What is said of one cell, the errors first. */
export interface CellIssue {
  readonly severity: 'error' | 'warning'
  readonly issue: Issue
  readonly isConfirmed: boolean
}

/** Everything that is said of a row, the errors first. */
export function issuesOf(row: ShownRow): readonly CellIssue[] {
  return found(row, () => true)
}

/** What a spreadsheet did to the field, as long as nobody has accepted it; of `undefined`, to any field. */
export function damageIn(row: ShownRow, field: SheetField | undefined): readonly CellDamage[] {
  return row.damage.filter((damage) => !damage.accepted && (field === undefined || damage.field === field))
}

/** What happened to the cell, what stood there probably, and how long the others are. */
export function damageText(row: ShownRow, { field, kind, probable, bank, longer }: CellDamage): string {
  const code = damageCodes.find((one) => one === kind)
  if (code === undefined) return ''
  const happened = t(
    damageMessage({ code, given: row.cells[field] ?? '', ...(probable !== undefined && { probable }) }),
  )
  return longer === undefined ? happened : `${happened} ${longerWords(longer, placeName(row.country, bank))}`
}

/** Whether a person can say that it is right as it is. */
export function canStay({ kind }: CellDamage): boolean {
  return damageCodes.some((code) => code === kind && mayStay(code))
}

/** What is said of a field of the row; of `undefined`, what is said of no field that the grid has a column for. */
export function issuesIn(
  row: ShownRow,
  field: SheetField | undefined,
  fields: readonly string[],
): readonly CellIssue[] {
  return found(row, (issue) => (field === undefined ? !fields.includes(issue.field) : issue.field === field))
}

/** What the rules say of a cell that a spreadsheet has changed follows from that: one thing is said of it, and the rules are heard when that is settled. */
function found(row: ShownRow, isWanted: (issue: Issue) => boolean): readonly CellIssue[] {
  const damaged = new Set<string>(damageIn(row, undefined).map(({ field }) => field))
  const isMeant = (issue: Issue) => isWanted(issue) && !damaged.has(issue.field)
  return [
    ...row.errors.filter(isMeant).map((issue) => ({ severity: 'error', issue, isConfirmed: false }) as const),
    ...row.warnings
      .filter(isMeant)
      .map((issue) => ({ severity: 'warning', issue, isConfirmed: row.confirmed.includes(warningId(issue)) }) as const),
  ]
}

/** Which rows pay the same amount to the same account. */
export function twinsText({ twins }: ShownRow): string {
  return t('sheet.line.twins', { count: twins.length, rows: twins.slice(0, 5).join(', ') })
}

/** Why the server refused a row as a whole. */
export function refusalText({ code, detail = '', params = {} }: RowRefusal): string {
  return problemDetail({ code, detail, params })
}

/** Whether a person has to say why they let it stand. */
export function wantsReason({ severity, issue }: CellIssue): boolean {
  return severity === 'warning' && gradeOf(issue) === 'compliance'
}

export function isField(name: string): name is FieldName {
  return name !== 'method' && name !== ''
}
