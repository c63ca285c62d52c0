import type { Doubt } from '#shared/paste/doubt.ts'
import { issueText } from '../language/issue-text.ts'
import { t } from '../language/translate.ts'

/** Why a value is only likely, and what to do about it. */
export function doubtText(doubt: Doubt): string {
  if (typeof doubt === 'string') return t(`paste.doubt.${doubt}`)
  switch (doubt.is) {
    case 'oneOfSeveral':
      return t('paste.doubtOf.severalValues', { count: doubt.count })
    case 'readAsZeros':
      return t('paste.doubtOf.zeros', { word: doubt.word })
    case 'againstRule':
      return issueText(doubt.error)
  }
}
