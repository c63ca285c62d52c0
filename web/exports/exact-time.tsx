/** The day and the minute, for what is looked up by when it was. */
export function ExactTime({ at }: { readonly at: string }) {
  return (
    <time dateTime={at}>{new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}</time>
  )
}
