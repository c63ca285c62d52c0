import type { AcceptedDamage } from '#shared/api/damage.ts'
import type { Damage } from '#shared/import/damage.ts'
import type { RowTexts } from '#shared/import/sheet-field.ts'
import { damageKey, type FileChoices } from '../worker-calls.ts'

/** What a person decided about damage, if anything: a probable original can be taken only where there is one. */
export function decisionOn(
  damage: Damage,
  choices: NonNullable<FileChoices['damage']>,
): AcceptedDamage['taken'] | undefined {
  const { [damageKey(damage)]: taken } = choices
  return taken === 'probable' && damage.probable === undefined ? undefined : taken
}

/** The texts of a row with what was decided about its damage; the same object where nothing of them changes. */
export function decidedTexts(
  texts: RowTexts,
  damage: readonly Damage[],
  choices: NonNullable<FileChoices['damage']>,
): RowTexts {
  const taken = damage.flatMap((one) =>
    decisionOn(one, choices) === 'probable' && one.probable !== undefined ? [[one.field, one.probable] as const] : [],
  )
  return taken.length === 0 ? texts : { ...texts, ...Object.fromEntries(taken) }
}
