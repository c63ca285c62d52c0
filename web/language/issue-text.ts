import type { ReceivedIssue } from '#shared/api/issue.ts'
import { isIssueCode } from '#shared/api/issue-codes.ts'
import { translateIssue } from '#shared/api/issue-message.ts'
import { isMessageId } from './catalog.ts'
import { t } from './translate.ts'

/** The message of an error, a warning or a notice. In English for a code that only a newer server knows, and until its message is loaded. */
export function issueText({ code, params = {}, detail = '' }: TranslatableIssue): string {
  return isIssueCode(code) && isMessageId(`issue.${code}`) ? translateIssue(t, { code, params }) : detail
}

/** Issues of which one sentence says the same: of each field together, in the order of their first. */
export function alike<Issue extends TranslatableIssue & Pick<ReceivedIssue, 'field'>>(
  issues: readonly Issue[],
): readonly (readonly [Issue, ...Issue[]])[] {
  const groups = new Map<string, [Issue, ...Issue[]]>()
  for (const issue of issues) {
    const key = `${issue.field} ${issueText(issue)}`
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [issue])
    else group.push(issue)
  }
  return [...groups.values()]
}

type TranslatableIssue = Pick<ReceivedIssue, 'code' | 'detail'> & Partial<Pick<ReceivedIssue, 'params'>>

/** Why a value is sent otherwise than typed. */
export function changeText({ message, detail = '' }: { readonly message: string; readonly detail?: string }): string {
  return isMessageId(message) ? t(message) : detail
}
