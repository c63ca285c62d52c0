import type { ReceivedIssue } from '#shared/api/issue.ts'
import { isIssueCode } from '#shared/api/issue-codes.ts'
import { translateIssue } from '#shared/api/issue-message.ts'
import { isMessageId } from './catalog.ts'
import { t } from './translate.ts'

/** What is wrong with a field, or to be looked at again. A code that only a newer server knows comes with its English sentence. */
export function issueText({ code, params = {}, detail = '' }: Told): string {
  return isIssueCode(code) ? translateIssue(t, { code, params }) : detail
}

type Told = Pick<ReceivedIssue, 'code' | 'detail'> & Partial<Pick<ReceivedIssue, 'params'>>

/** Why a value is sent otherwise than it was typed. */
export function changeText({ message, detail = '' }: { readonly message: string; readonly detail?: string }): string {
  return isMessageId(message) ? t(message) : detail
}
