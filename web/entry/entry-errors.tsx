import { toNestErrors } from '@hookform/resolvers'
import { useEffect, useRef } from 'react'
import { type FieldError, type Resolver, type UseFormReturn, useFormState } from 'react-hook-form'
import type { Issue } from '#shared/api/issue.ts'
import type { PayoutRequest } from '#shared/api/payout-preview.ts'
import { gradeOf } from '#shared/api/warning.ts'
import type { Entry } from '#shared/payout/entry.ts'
import { type FieldName, fieldNames, isFieldName } from '#shared/payout/fields.ts'
import { alike, issueText } from '../language/issue-text.ts'
import { useLanguage } from '../language/language.ts'
import { t } from '../language/translate.ts'
import { renderAfterPaint } from '../ui/after-paint.ts'
import { ErrorSummary } from '../ui/error-summary.tsx'
import { deferRenderUntilClick } from '../ui/press.ts'
import { Badge } from '../ui/tone.tsx'
import { gradeTones } from '../validations/grade-tones.ts'
import { type EntryReader, type ReadingStore, useReading } from './reading.ts'
import { useWarnings } from './warnings-context.tsx'

type EntryFormMethods = UseFormReturn<Entry, unknown, PayoutRequest>

/** The reading in the format of react-hook-form: the request, or the error of each field that has to change, in the page's language. */
export function entryResolver(read: EntryReader): Resolver<Entry, unknown, PayoutRequest> {
  return (entry, _context, options) => {
    const { errors = [], request = {} } = read(entry) ?? {}
    if (errors.length === 0) return { values: request, errors: {} }
    return { values: {}, errors: toNestErrors(errorsByField(errors), options) }
  }
}

/** The first error of each field. */
function errorsByField(errors: readonly Issue[]) {
  return Object.fromEntries(errors.toReversed().map((error) => [error.field, errorOf(error)]))
}

function errorOf(error: Issue): FieldError {
  return { type: error.code, message: issueText(error) }
}

/** react-hook-form validates the field that changed; this validates the others, whose errors may follow from it. */
export function useErrorsOfOthers(form: EntryFormMethods, reading: ReadingStore): void {
  useEffect(() => {
    let changed = { name: '', isSubmitted: false }
    function lookAtOthers() {
      const { errors = [] } = reading.get() ?? {}
      for (const field of fieldNames) {
        const { isTouched, error } = form.getFieldState(field)
        if (field === changed.name || !(changed.isSubmitted || isTouched)) continue
        const found = errors.find((issue) => issue.field === field)
        if (error?.message !== (found && issueText(found))) deferRenderUntilClick(() => void form.trigger(field))
      }
    }
    return form.subscribe({
      formState: { values: true },
      callback({ name, isSubmitted = false }) {
        // Without a name it is another form that is shown.
        if (name === undefined) return
        changed = { name, isSubmitted }
        renderAfterPaint(lookAtOthers)
      },
    })
  }, [form, reading])
}

/** Shows the errors of a form that is resumed or replaced, at once. */
export function useErrorsOfOpened(form: EntryFormMethods, reading: ReadingStore): void {
  useEffect(() => {
    function show() {
      const wrong = (reading.get()?.errors ?? []).filter(({ code }) => !isMissing(code)).map(({ field }) => field)
      if (wrong.length > 0) void form.trigger(wrong.filter(isFieldName))
    }
    show()
    return form.subscribe({ formState: { values: true }, callback: ({ name }) => name === undefined && show() })
  }, [form, reading])
}

/** An error that is shown follows the language of the page. */
export function useErrorsInLanguage(form: EntryFormMethods): void {
  const language = useLanguage()
  const shownIn = useRef(language)
  useEffect(() => {
    if (shownIn.current === language) return
    shownIn.current = language
    void form.trigger(fieldNames.filter((field) => form.getFieldState(field).error !== undefined))
  }, [form, language])
}

/** The message of an error that is shown: an empty field is called missing only after an attempt to submit. */
export function shownError(error: FieldError | undefined, isSubmitted: boolean): string | undefined {
  return isSubmitted || !isMissing(error?.type) ? error?.message : undefined
}

function isMissing(code: string | undefined): boolean {
  return code === 'missing' || code === 'terms_required'
}

/** The errors that the form shows, by field; only of these fields, if some are named. */
export function useShownErrors(names?: readonly FieldName[]): Readonly<Partial<Record<FieldName, string>>> {
  const { errors, isSubmitted } = useFormState<Entry>({ ...(names && { name: names }), exact: true })
  return Object.fromEntries(
    fieldNames.flatMap((name) => {
      const message = names?.includes(name) === false ? undefined : shownError(errors[name], isSubmitted)
      return message === undefined ? [] : [[name, message]]
    }),
  )
}

/** After a failed attempt: what is still to fix, in the order of the form. */
export function FormErrorSummary() {
  const { errors, isSubmitted, submitCount } = useFormState<Entry>()
  const order = useReading((reading) => reading.errors) ?? []
  const items = fieldNames
    .flatMap((name) => (isSubmitted && errors[name]?.message ? [{ name, message: errors[name].message }] : []))
    .toSorted((a, b) => placeOf(a.name, order) - placeOf(b.name, order))
  return <ErrorSummary items={items} attempt={submitCount} />
}

function placeOf(name: FieldName, order: readonly Issue[]): number {
  return order.findIndex(({ field }) => field === name)
}

export interface RequestStatusProps {
  /** The words for a complete form. */
  readonly ready: string
  /** Shows only the most urgent, for where there is little room. */
  readonly isBrief?: boolean | undefined
}

/** The state of the request in a few words: what to fix, to fill in or to confirm, or that it is complete. */
export function RequestStatus({ ready, isBrief = false }: RequestStatusProps) {
  const errors = useReading((reading) => reading.errors)
  const { isSubmitted } = useFormState<Entry>()
  const { open } = useWarnings()
  const toConfirm = alike(open).length
  // In an element, as a bare text would be replaced when the browser translates the page.
  if (errors === undefined) return <span>{t('payouts.status.chooseCountry')}</span>
  const empty = errors.filter(({ code }) => isMissing(code)).length
  const toFix = isSubmitted ? errors.length : errors.length - empty
  const toFillIn = errors.length - toFix
  const parts = [
    toFix > 0 && t('payouts.status.toFix', { count: toFix }),
    toFillIn > 0 && t('payouts.status.toFillIn', { count: toFillIn }),
    toConfirm > 0 && t('payouts.status.toConfirm', { count: toConfirm }),
  ].filter((part) => part !== false)
  const tone = toFix > 0 ? 'error' : open[0] ? gradeTones[gradeOf(open[0])] : 'neutral'
  const shown = isBrief ? parts.slice(0, 1) : parts
  return <Badge tone={parts.length === 0 ? 'success' : tone}>{shown.join(', ') || ready}</Badge>
}
