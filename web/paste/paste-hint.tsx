import { FirstHint } from '../hints/first-hint.tsx'
import { t } from '../language/translate.ts'

/** Tells who opens the form for the first time that it can fill itself. */
export function PasteHint() {
  return <FirstHint name="paste">{t('paste.hint.message')}</FirstHint>
}
