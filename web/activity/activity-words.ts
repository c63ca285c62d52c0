import * as z from 'zod/mini'
import type { ActivityEntry } from '#shared/api/activity.ts'
import { type ValidationStatus, validationStatuses } from '#shared/api/validation.ts'
import { isFieldName } from '#shared/payout/fields.ts'
import { fieldLabel } from '#shared/rule-book/field-label.ts'
import { say } from '../language/rule-words.ts'
import { t } from '../language/translate.ts'

/** What a person knows the thing of an entry by, such as "PD-7K3MX2QA · Rui Alves"; undefined where nothing is left of it. */
export function thingName({ name, reference }: ActivityEntry['thing']): string | undefined {
  const known = [reference, name].filter((part) => part !== null)
  return known.length === 0 ? undefined : known.join(' · ')
}

/** What an entry says beside who did what, one after the other; empty where it says nothing. */
export function factWords(entry: Pick<ActivityEntry, 'facts'>): string {
  const facts = factsSchema.parse(entry.facts)
  const { fields = [], outcome, service, purpose, format, count = facts.payouts, confirmed = 0 } = facts
  const { formerSeq, exportedSince = 0 } = facts
  return [
    service && t(`activity.service.${service}`),
    outcome && (isOutcome(outcome) ? t(`activity.outcome.${outcome}`) : t('activity.outcome.none')),
    purpose && t(`activity.purpose.${purpose}`),
    count !== undefined && t('activity.fact.payouts', { count }),
    confirmed > 0 && t('activity.fact.confirmed', { count: confirmed }),
    facts.rulesChanged === true && t('activity.fact.rulesChanged'),
    format?.toUpperCase(),
    formerSeq !== undefined && t('activity.fact.formerSeq', { count: formerSeq }),
    exportedSince > 0 && t('activity.fact.exportedSince', { count: exportedSince }),
    ...fields.map(fieldWords),
  ]
    .filter((part) => part !== undefined && part !== false && part !== '')
    .join(', ')
}

const factsSchema = z.object({
  fields: z.catch(z.optional(z.array(z.string())), undefined),
  outcome: z.catch(z.optional(z.string()), undefined),
  service: z.catch(z.optional(z.enum(['identity', 'bank'])), undefined),
  purpose: z.catch(z.optional(z.enum(['view', 'edit', 'pay'])), undefined),
  format: z.catch(z.optional(z.string()), undefined),
  count: z.catch(z.optional(z.number()), undefined),
  payouts: z.catch(z.optional(z.number()), undefined),
  confirmed: z.catch(z.optional(z.number()), undefined),
  rulesChanged: z.catch(z.optional(z.boolean()), undefined),
  formerSeq: z.catch(z.optional(z.number()), undefined),
  exportedSince: z.catch(z.optional(z.number()), undefined),
})

function isOutcome(outcome: string): outcome is ValidationStatus {
  return validationStatuses.some((status) => status === outcome)
}

/** A field as a person calls it. */
function fieldWords(name: string): string {
  if (name === 'method') return t('payouts.where.method')
  return isFieldName(name) ? say(fieldLabel(name)) : name
}
