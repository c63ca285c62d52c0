import type { TextFieldName } from '#shared/payout/fields.ts'
import type { MethodId } from '#shared/rule-book/country.ts'

/** A message as a payee might send it, and what a careful person would enter. */
export interface PastedMessage {
  readonly text: string
  readonly method?: MethodId
  readonly fields: Readonly<Partial<Record<TextFieldName, string>>>
}

/** First and last name. */
export function named(beneficiaryFirstName: string, beneficiaryLastName: string) {
  return { beneficiaryFirstName, beneficiaryLastName }
}
