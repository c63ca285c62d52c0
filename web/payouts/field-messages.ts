import { type ReceivedIssue, warningId } from '#shared/api/issue.ts'
import { issueText } from '../language/issue-words.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'
import { useFormPart } from './form-store-context.tsx'
import { shownErrorText } from './shown-error.ts'
import { useServerIssues } from './warnings-context.tsx'

export interface FieldMessages {
  readonly error: string | undefined
  readonly warning: string | undefined
  readonly note: string | undefined
}

/**
 * What stands below a field: its error, what to look at again, and how what was typed will be sent. Texts, so that a keystroke
 * draws a field again only where they change; in the page's language, which the field follows by useLanguage.
 */
export function useFieldMessages(name: string): FieldMessages {
  const error = useFormPart((state) => shownErrorText(state, name))
  const issues = useServerIssues()
  const warning = useFormPart(({ reading }) => {
    const own = new Set(reading.warnings.map(warningId))
    return joined([...reading.warnings, ...issues.filter((issue) => !own.has(warningId(issue)))], name)
  })
  const change = useFormPart(({ reading }) => {
    const typed = reading.changes.filter(({ field, from }) => field === name && from !== '')
    const last = typed.at(-1)
    if (last === undefined) return undefined
    // Why it is sent otherwise stands in the request beside the form; here it would be said twice.
    return last.to === null ? say(last.detail) : t('payouts.field.sentAs', { value: last.to })
  })
  const notice = useFormPart(({ reading }) => joined(reading.notices.filter(isOfField), name))
  const note = [notice, change]
    .filter((text) => text !== undefined)
    .map(asSentence)
    .join(' ')
  return { error, warning, note: note === '' ? undefined : note }
}

/** US dollars are explained once, beside the request. */
function isOfField({ code }: { readonly code: string }): boolean {
  return code !== 'usd_settlement'
}

function asSentence(text: string): string {
  return text.endsWith('.') ? text : `${text}.`
}

function joined(issues: readonly ReceivedIssue[], name: string): string | undefined {
  const texts = issues.filter(({ field }) => field === name).map((issue) => asSentence(issueText(issue)))
  return texts.length === 0 ? undefined : texts.join(' ')
}
