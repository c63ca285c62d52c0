/** Making a format takes a hundred times as long as using it, and a list asks for the same one a thousand times. */
export const numberFormat = saved(Intl.NumberFormat)
export const dateTimeFormat = saved(Intl.DateTimeFormat)
export const pluralRules = saved(Intl.PluralRules)
export const relativeTimeFormat = saved(Intl.RelativeTimeFormat)
export const listFormat = saved(Intl.ListFormat)

/** Puts names in order. */
export const collator = saved(Intl.Collator)

function saved<Options extends object, Format>(Made: new (locale: string, options?: Options) => Format) {
  const made = new Map<string, Format>()
  return (locale: string, options?: Options): Format => {
    const key = locale + JSON.stringify(options)
    const found = made.get(key) ?? new Made(locale, options)
    made.set(key, found)
    return found
  }
}
