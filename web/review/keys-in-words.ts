import { t } from '../language/translate.ts'
import { keyOf, reviewActions } from './review-keys.ts'

/** Every key of the review with what it does. */
export function keysInWords() {
  return reviewActions.map((act) => ({ key: keyOf[act], does: t(`review.keys.${act}`) }))
}
