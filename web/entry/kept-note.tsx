import { t } from '../language/translate.ts'
import { Note } from '../ui/tone.tsx'

/** Above a form with numbers that this person is not shown: why, who is, and that they stay. */
export function KeptNote() {
  return <Note>{t('payouts.kept.note')}</Note>
}
