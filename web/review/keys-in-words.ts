import { keyOf, reviewActs } from './review-keys.ts'
import { t } from './words.ts'

/** Every key of the review with what it does. */
export function keysInWords() {
  return reviewActs.map((act) => ({ key: keyOf[act], does: t(`keys.${act}`) }))
}
