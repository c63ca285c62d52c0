import { ApiProblem, reasonOf } from '../api/api.ts'
import { problemDetail } from '../language/problem-text.ts'
import { t } from '../language/translate.ts'
import { Callout } from '../ui/tone.tsx'

/** Why the sheet could not be created, or opened again. Nothing of the file is lost. */
export function BeginFailure({ error }: { readonly error: Error | undefined }) {
  if (error === undefined) return null
  return (
    <div role="alert">
      <Callout tone="error" title={t('import.screen.notBegun', { reason: reasonOf(error) })}>
        <p>{error instanceof ApiProblem ? problemDetail(error.problem) : t('import.screen.notBegunHelp')}</p>
      </Callout>
    </div>
  )
}
