import * as z from 'zod/mini'
import type { IssueCode, ParamsOf } from './issue-codes.ts'
import { namingParams } from './naming-params.ts'

/** What explains a message by machine: the length seen, the codes allowed, the limit passed. */
export type Params = Readonly<Record<string, string | number | boolean | readonly string[]>>

export const paramsSchema = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean(), z.readonly(z.array(z.string()))]),
)

/** One thing wrong with one field of a body: `pointer` is a JSON pointer fragment such as `#/accountNumber`. */
export const errorSchema = z.object({
  pointer: z.string(),
  code: z.string(),
  params: paramsSchema,
  detail: z.string(),
  /** The interface's own code for this error, where it documents one. */
  providerCode: z.optional(z.string()),
})

/** Interface, "Errors", payouts. */
export const providerCodes: Partial<Readonly<Record<IssueCode, string>>> = {
  currency_not_allowed: '0_PAYOUT_PSP_CURRENCY_NOT_ALLOWED',
}

export interface Issue {
  /** Where the field stands when not at the top of the body: `details`, or `items/0`. */
  readonly within?: string
  /** Name of the field, or '' for the body as a whole. */
  readonly field: string
  readonly code: IssueCode
  readonly params: Params
  /** A sentence for a person: what was expected, what was seen, what to do. */
  readonly detail: string
}

/** What is said of a field, without the field. */
export type IssueContent = Pick<Issue, 'code' | 'params' | 'detail'>

/** A code of the closed list with all that it carries, and the same as a sentence in English, the language of the API. */
export function issueContent<Code extends IssueCode>(code: Code, params: ParamsOf<Code>, detail: string): IssueContent {
  return { code, params, detail }
}

/** The same, of a field. */
export function issueOn<Code extends IssueCode>(
  field: string,
  code: Code,
  params: ParamsOf<Code>,
  detail: string,
): Issue {
  return { field, ...issueContent(code, params, detail) }
}

/** More is not listed: nobody mends so many at once, and a body can hold errors by the ten thousand. */
export const mostErrors = 100

/** What reading untrusted input comes to: the value, or every error of it at once. */
export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly Issue[] }

/** An issue of one field: a warning that a person confirms, or a notice that explains. */
export const issueSchema = z.object({ field: z.string(), code: z.string(), params: paramsSchema, detail: z.string() })

/** The same as it was read: its code may be one that only a newer server knows. */
export interface ReceivedIssue extends Omit<Issue, 'code'> {
  readonly code: string
}

/** Names a issue with the values it is about: a confirmation holds for this key alone, so a changed value asks again. */
export function warningId({ field, code, params }: ReceivedIssue): string {
  const names = naming.get(code)
  // What is no warning of ours is about all that it says.
  return JSON.stringify([field, code, ...(names?.map((name) => params[name] ?? null) ?? [params])])
}

const naming = new Map<string, readonly string[]>(Object.entries(namingParams))

export function pointerTo(field: string, within = ''): string {
  const around = within === '' ? '#' : `#/${within}`
  return field === '' ? around : `${around}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
