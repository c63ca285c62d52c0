import * as z from 'zod/mini'
import { messageSchema, type ReceivedParams } from '#shared/language/message.ts'
import type { IssueCode, ParamsOf } from './issue-codes.ts'
import { warningDefinition } from './warning-codes.ts'

/** What explains an issue by machine: the length seen, the codes allowed, the limit passed. An object is a message of the catalogs. */
export const paramsSchema = z.record(
  z.string(),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    messageSchema,
    z.readonly(z.array(z.union([z.string(), messageSchema]))),
  ]),
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
  /** Path to the field when it is not at the top of the body: `details`, or `items/0`. */
  readonly within?: string
  /** Name of the field, or '' for the body as a whole. */
  readonly field: string
  readonly code: IssueCode
  readonly params: ReceivedParams
}

/** An issue without its field. */
export type IssueContent = Pick<Issue, 'code' | 'params'>

/** A code of the closed list with all that it carries. */
export function issueContent<Code extends IssueCode>(code: Code, params: ParamsOf<Code>): IssueContent {
  return { code, params }
}

/** The same, of a field. */
export function issueOn<Code extends IssueCode>(field: string, code: Code, params: ParamsOf<Code>): Issue {
  return { field, ...issueContent(code, params) }
}

/** More are not listed: no person fixes so many at once, and a body can hold errors by the ten thousand. */
export const mostErrors = 100

/** The result of parsing untrusted input: the value, or all of its errors. */
export type ParseResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly Issue[] }

/** An issue of one field: a notice that explains, or with its grade a warning that a person confirms. `detail` is its sentence in English. */
export const issueSchema = z.object({ field: z.string(), code: z.string(), params: paramsSchema, detail: z.string() })

/** The same as it was read: its code may be one that only a newer server knows. One that was made here comes without its sentence. */
export interface ReceivedIssue extends Omit<Issue, 'code'> {
  readonly code: string
  readonly detail?: string
}

export function pointerTo(field: string, within = ''): string {
  const around = within === '' ? '#' : `#/${within}`
  return field === '' ? around : `${around}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Names an issue with the values it is about: a confirmation holds for this key alone, so a changed value asks again. */
export function warningId({ field, code, params }: ReceivedIssue): string {
  const names = warningDefinition(code)?.about
  // What is no warning of ours is about all that it says.
  return JSON.stringify([field, code, ...(names?.map((name) => params[name] ?? null) ?? [params])])
}

/** The kind of the warning that an id names; blank where it names none. */
export function kindNamed(id: string): string {
  return /^\["[^"]*","(\w+)"/.exec(id)?.[1] ?? ''
}
