import { t } from './words.ts'

/** Every key of the review with what it does. */
export function keysInWords() {
  return [
    { key: 'J', does: t('keys.next') },
    { key: 'K', does: t('keys.previous') },
    { key: 'A', does: t('keys.approve') },
    { key: 'R', does: t('keys.return') },
  ]
}
