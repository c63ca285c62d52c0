import { damageCodes, mayStay } from '#shared/api/damage.ts'
import { type Issue, warningId } from '#shared/api/issue.ts'
import { gradeOf } from '#shared/api/warning.ts'
import { type Grade, grades } from '#shared/api/warning-codes.ts'
import { countryCodes, isCountryCode, methodFor, ruleBook } from '#shared/countries/rule-book.ts'
import { damageMessage } from '#shared/import/damage.ts'
import { isLeftOut } from '#shared/import/not-asked.ts'
import type { SheetField } from '#shared/import/sheet-field.ts'
import { asMessage } from '#shared/language/message.ts'
import { fieldLabel, fieldLabelIn } from '#shared/payout/field-label.ts'
import { type FieldRule, fieldUses } from '#shared/payout/field-uses.ts'
import { givenIn, settled } from '#shared/payout/field-values.ts'
import { type FieldName, isFlagField } from '#shared/payout/fields.ts'
import { cleanBankCode } from '#shared/rule-book/bank-code.ts'
import { type Country, countryName, type FieldValues, type Method } from '#shared/rule-book/country.ts'
import { problemDetail } from '../../language/problem-text.ts'
import { t } from '../../language/translate.ts'
import { longerWords, placeName } from '../damage-words.ts'
import type { CellDamage, RowRefusal, ShownRow } from '../protocol.ts'

/** The rules for a row. */
interface RowRules {
  readonly country: Country
  readonly method: Method
  readonly given: FieldValues
}

/** Cached by row object: a changed row is another object. */
const known = new WeakMap<ShownRow, RowRules | null>()

export function rowRulesOf(row: ShownRow): RowRules | undefined {
  const found = known.get(row) ?? made(row)
  known.set(row, found)
  return found ?? undefined
}

function made({ country: code, cells }: ShownRow): RowRules | null {
  if (!isCountryCode(code)) return null
  const country = ruleBook[code]
  const typed = givenIn(cells, country)
  const chosen = country.methods.find(({ id }) => id === cells.method)?.id
  const method = methodFor(country, typed, chosen)
  return { country, method, given: settled(typed, fieldUses(country, method), country) }
}

/** How the country and the method of the row use a field; undefined where they do not. */
function ruleOf(row: ShownRow, field: SheetField): FieldRule | undefined {
  const rules = rowRulesOf(row)
  if (rules === undefined || field === 'method') return undefined
  const use = fieldUses(rules.country, rules.method)[field]
  return use.use === 'asked' ? use.rule : undefined
}

/** Whether the row's country and method leave the field out, whatever the cell contains. */
export function isUnused(row: ShownRow, field: SheetField): boolean {
  return rowRulesOf(row) !== undefined && field !== 'method' && field !== 'country' && ruleOf(row, field) === undefined
}

/** Whether the cell has a value that is left out, as the country of the row does not ask for it. */
export function isSetAside(row: ShownRow, field: SheetField): boolean {
  const country = rowRulesOf(row)?.country
  return country !== undefined && (row.cells[field] ?? '') !== '' && isLeftOut(country, field)
}

/** A value that a field takes: its code and its name. */
export interface CellChoice {
  readonly code: string
  readonly name: string
}

/** The values that the field takes in this row; empty for free text. */
export function cellChoices(row: ShownRow, field: SheetField): readonly CellChoice[] {
  if (field === 'country') return countryCodes.map((code) => ({ code, name: t(countryName(ruleBook[code])) }))
  const rules = rowRulesOf(row)
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

/** What a code in the cell means; undefined for a value that needs no explanation. */
export function cellMeaning(row: ShownRow, field: SheetField, text: string): string | undefined {
  const country = rowRulesOf(row)?.country
  if (field === 'country') return country && t(countryName(country))
  if (field === 'currencyCode') return undefined
  const code = field === 'bankName' ? bankCode(row, text) : text.trim()
  return cellChoices(row, field).find((choice) => choice.code === code)?.name
}

function bankCode(row: ShownRow, text: string): string {
  const rule = ruleOf(row, 'bankName')
  return rule?.kind === 'bank' ? cleanBankCode(text, [rule.bank]).value : text
}

/** The label of a field in the row's country. */
export function cellLabel(row: ShownRow | undefined, field: SheetField): string {
  if (row === undefined || field === 'method') return t(`field.${field}`)
  const rules = rowRulesOf(row)
  if (rules === undefined) return t(fieldLabel(field))
  return t(fieldLabelIn(rules.country, field, ruleOf(row, field), rules.given))
}

/** One issue of a cell. Errors are sorted first. */
export interface CellIssue {
  readonly severity: 'error' | 'warning'
  readonly issue: Issue
  readonly isConfirmed: boolean
}

/** The grades of the warnings that no one has confirmed, the gravest first. */
export function gradesOf(issues: readonly CellIssue[]): readonly Grade[] {
  const open = issues.filter(({ severity, isConfirmed }) => severity === 'warning' && !isConfirmed)
  const found = open.map(({ issue }) => gradeOf(issue))
  return grades.filter((grade) => found.includes(grade))
}

/** All issues of a row, errors first. */
export function issuesOf(row: ShownRow): readonly CellIssue[] {
  return found(row, () => true)
}

/** What a spreadsheet did to the field, until someone accepts it; `undefined` means any field. */
export function damageIn(row: ShownRow, field: SheetField | undefined): readonly CellDamage[] {
  return row.damage.filter((damage) => !damage.accepted && (field === undefined || damage.field === field))
}

/** What happened to the cell, its probable original, and how long the others are. */
export function damageText(row: ShownRow, { field, kind, probable, bank, longer }: CellDamage): string {
  const code = damageCodes.find((one) => one === kind)
  if (code === undefined) return ''
  const happened = t(
    damageMessage({ code, given: row.cells[field] ?? '', ...(probable !== undefined && { probable }) }),
  )
  return longer === undefined ? happened : `${happened} ${longerWords(longer, placeName(row.country, bank))}`
}

/** Whether a person may confirm that the cell is right. */
export function canStay({ kind }: CellDamage): boolean {
  return damageCodes.some((code) => code === kind && mayStay(code))
}

/** The issues of a field of the row; with `undefined`, those of fields that have no column in the grid. */
export function issuesIn(
  row: ShownRow,
  field: SheetField | undefined,
  fields: readonly string[],
): readonly CellIssue[] {
  return found(row, (issue) => (field === undefined ? !fields.includes(issue.field) : issue.field === field))
}

/**
 * What the rules find in a cell that a spreadsheet has changed follows from that change: only the damage is shown, and the rules apply once
 * it is resolved.
 */
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

/** Which rows pay the same amount to the same account, or are the same beneficiary. */
export function twinsText({ twins, cells }: ShownRow): string {
  const isPayment = cells.amount === undefined ? 'no' : 'yes'
  return t('sheet.line.twins', { count: twins.length, rows: twins.slice(0, 5).join(', '), isPayment })
}

/** Why the server refused a row as a whole. */
export function refusalText({ code, detail = '', params = {} }: RowRefusal): string {
  return problemDetail({ code, detail, params })
}

/** Whether confirming it needs a reason. */
export function wantsReason({ severity, issue }: CellIssue): boolean {
  return severity === 'warning' && gradeOf(issue) === 'compliance'
}

export function isField(name: string): name is FieldName {
  return name !== 'method' && name !== ''
}
