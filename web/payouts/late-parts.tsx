import { type ComponentType, lazy, useState } from 'react'
import { screen } from '../app/loading-screens.ts'
import { retryUntilLoaded } from '../language/retry-until-loaded.ts'
import { latePayoutRules } from './late-rules.ts'

// Before a country is chosen nobody needs what it decides about.
const methodField = late(async () => (await import('./method-field.tsx')).MethodField)
const growingRequest = late(async () => (await import('./growing-request.tsx')).GrowingRequest)
const countryPart = late(async () => {
  const [{ CountryPart }] = await Promise.all([import('./country-part.tsx'), methodField.load()])
  // The method stands above it and would push it down, came it later.
  return CountryPart
})

export const MethodField = methodField.Part
export const GrowingRequest = growingRequest.Part
export const CountryPart = countryPart.Part

/** Nobody needs a hint before they look at the form. */
export const PasteHint = screen(async () => (await import('../paste/paste-hint.tsx')).PasteHint)

/** Loads all that follows the choice of a country: somebody reaches for the form. */
export function loadLateParts(): void {
  void Promise.all([latePayoutRules.load(), countryPart.load(), growingRequest.load()])
}

/** A part that loads late, and is drawn at once where it is there already: React's own lazy part would leave its place empty first. */
function late<Props extends object>(ask: () => Promise<ComponentType<Props>>) {
  let found: ComponentType<Props> | undefined
  let asked: Promise<ComponentType<Props>> | undefined
  async function ready() {
    found = await retryUntilLoaded(ask)
    return found
  }
  function load() {
    asked ??= ready()
    return asked
  }
  const Late = lazy(async () => ({ default: await load() }))
  function Part(props: Props) {
    const [Drawn] = useState(() => found ?? Late)
    return <Drawn {...props} />
  }
  return { Part, load }
}
