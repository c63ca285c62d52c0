import type { Option, OptionDraft, Slot } from './option.ts'
import { weights } from './weights.ts'

/** What a feature weighs for a slot, in log-odds. */
export function featureWeight(slot: Slot | 'country' | 'pair', feature: string): number {
  return weights[`${slot} ${feature}`] ?? 0
}

/** The draft with the sum of what speaks for and against it. */
export function scored(draft: OptionDraft): Option {
  const score = draft.features.reduce(
    (sum, feature) => sum + featureWeight(draft.slot, feature),
    featureWeight(draft.slot, 'always'),
  )
  return { ...draft, score }
}
