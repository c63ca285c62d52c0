import { keyOf, reviewActions } from './review-keys.ts'
import { t } from './words.ts'

/** Every key of the review with what it does. */
export function keysInWords() {
  return reviewActions.map((act) => ({ key: keyOf[act], does: t(`keys.${act}`) }))
}
