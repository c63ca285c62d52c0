import { useEffect, useLayoutEffect, useRef } from 'react'
import { areSingleKeysOn, isSingleKey } from './single-keys.ts'

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
  const latest = useRef(keys)
  // In the same frame as the screen, so that a key works as soon as its button shows it.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return
      const act = actOf(latest.current, event.key)
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}

function actOf(keys: ReviewKeys, key: string): (() => void) | undefined {
  const act = [...reviewActions, 'help' as const].find((found) => reviewShortcuts[found] === key.toUpperCase())
  return act && keys[act]
}
