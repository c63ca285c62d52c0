import { useEffect, useState } from 'react'
import type { CountryCode } from '#shared/rule-book/country-codes.ts'
import type { FormRules } from './form-rules.ts'
import type { LateRules } from './late-rules.ts'

/** What to do for a country with the rules. */
type Act = (rules: FormRules) => void

export interface WhenLoaded {
  /** The country for which something is to be done as soon as the rules are there. */
  readonly coming: CountryCode | undefined
  /** Does it now if they are; else then, unless something else is wanted meanwhile. */
  readonly act: (country: CountryCode, act: Act) => void
}

/** Lets the first choice of a country wait for the rules, of which each later one does not notice anything. */
export function useWhenLoaded(late: LateRules): WhenLoaded {
  const [wanted, setWanted] = useState<{ readonly country: CountryCode; readonly act: Act }>()

  useEffect(() => {
    if (wanted === undefined) return
    let isOutdated = false
    void late.load().then((rules) => {
      if (isOutdated) return
      setWanted(undefined)
      wanted.act(rules)
    })
    return () => {
      isOutdated = true
    }
  }, [wanted, late])

  return {
    coming: wanted?.country,
    act(country, act) {
      const rules = late.now()
      if (rules === undefined) setWanted({ country, act })
      else act(rules)
    },
  }
}
