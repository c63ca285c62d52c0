import { areSingleKeysOn, useSingleKeys } from './single-keys.ts'

/** The actions of single keys in the review. */
export const reviewActions = ['next', 'previous', 'approve', 'sendBack', 'undo'] as const

type ReviewAction = (typeof reviewActions)[number]

/** The key of each action; `?`, which shows all shortcuts, is for the whole app. */
export const reviewShortcuts: Readonly<Record<ReviewAction | 'help', string>> = {
  next: 'J',
  previous: 'K',
  approve: 'A',
  sendBack: 'R',
  undo: 'U',
  help: '?',
}

/** The key shown on a button; nothing while single keys are turned off. */
export function shortcutOf(act: ReviewAction, isReady = true) {
  return areSingleKeysOn() ? { key: reviewShortcuts[act], isReady } : undefined
}

type ReviewKeys = { readonly [Act in keyof typeof reviewShortcuts]?: () => void }

/** Single keys for reviewing many payouts. */
export function useReviewKeys(keys: ReviewKeys): void {
  const acts = [...reviewActions, 'help' as const].map((name) => [reviewShortcuts[name], keys[name]] as const)
  useSingleKeys(Object.fromEntries(acts))
}
