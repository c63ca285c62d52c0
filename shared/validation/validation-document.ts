import { asMessage } from '#shared/language/message.ts'
import { fieldLabel } from '#shared/payout/field-label.ts'
import { cleanNumber } from '#shared/payout/read-number.ts'
import type { Country, NamedNumber, ValidationDocument } from '#shared/rule-book/country.ts'
import { shapeError } from '#shared/rule-book/shape.ts'
import type { BodyReader } from './read-body.ts'

/** The number rule behind a document that a validation takes: its own, or that of the payout's document of that kind. */
export function documentRule(document: ValidationDocument, country: Country | undefined): NamedNumber | undefined {
  return document.asked ?? country?.documents.find(({ kind }) => kind === document.kind)
}

/** Reads documentType and documentNumber in the validation service's own codes. Interface, part B, the two tables. */
export function readDocument(
  reader: BodyReader,
  documents: readonly ValidationDocument[],
  country: Country | undefined,
  isTypeRequired: boolean,
): { documentType?: string; documentNumber?: string } {
  const documentType = reader.text('documentType', isTypeRequired ? fieldLabel('documentType') : undefined)
  const document = documents.find(({ code }) => code === documentType)
  // Without documents the country is not served, which is a error of its own.
  if (documentType !== undefined && document === undefined && documents.length > 0)
    refuseType(reader, documentType, documents)
  const counted = document ?? (documents.length === 1 ? documents[0] : undefined)
  const rule = counted && documentRule(counted, country)
  const typed = reader.text('documentNumber', rule === undefined ? fieldLabel('documentNumber') : asMessage(rule.label))
  const documentNumber = typed && checkedNumber(reader, typed, rule)
  return { ...(documentType && { documentType }), ...(documentNumber && { documentNumber }) }
}

function refuseType(reader: BodyReader, given: string, documents: readonly ValidationDocument[]): void {
  const allowed = documents.map(({ code }) => code)
  reader.refuse('documentType', 'unknown_document_type', { given, allowed, service: 'any' })
}

function checkedNumber(reader: BodyReader, typed: string, rule: NamedNumber | undefined): string {
  if (rule === undefined) return typed
  const { value } = cleanNumber(typed, rule)
  const error = shapeError(rule, value)
  if (error !== undefined) reader.errors.push({ field: 'documentNumber', ...error })
  return value
}
