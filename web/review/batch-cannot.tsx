import type { ReviewLine } from '#shared/api/batch-review.ts'
import { joinList, numberWords } from '../language/formats.ts'
import { t } from '../language/translate.ts'
import review from './review.module.css'

/** Why the person cannot approve payouts of a batch, and who can. */
export function CannotApprove({ lines }: { readonly lines: readonly ReviewLine[] }) {
  const whys = countsOf(lines.flatMap(({ conditions }) => conditions.map(({ params }) => params?.why ?? 'other')))
  if (whys.length === 0) return null
  const names = countsOf(lines.flatMap(({ approvers }) => approvers.map(({ name }) => name)))
  const left = lines.filter(({ conditions, approvers }) => conditions.length > 0 && approvers.length === 0).length
  return (
    <p className={review.quiet}>
      {t('review.cannot.whys', { whys: joinList(whys.map(([why, count]) => t('review.cannot.why', { why, count }))) })}
      {names.length > 0 && ` ${t('review.cannot.others', { names: names.map(withCount).join(', ') })}`}
      {left > 0 && ` ${t('review.cannot.noOne', { count: left })}`}
    </p>
  )
}

function withCount([name, count]: readonly [string, number]): string {
  return `${name} (${numberWords(count)})`
}

/** How often each comes, most often first. */
function countsOf(all: readonly string[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].toSorted(([, one], [, other]) => other - one)
}
