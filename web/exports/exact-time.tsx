import { dateTimeFormat } from '#shared/language/intl.ts'
import { locale } from '../language/language.ts'

/** The day and the minute, for what is looked up by when it was. */
export function ExactTime({ at }: { readonly at: string }) {
  const format = dateTimeFormat(locale(), { dateStyle: 'medium', timeStyle: 'short' })
  return <time dateTime={at}>{format.format(new Date(at))}</time>
}
