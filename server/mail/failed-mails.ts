import { type FailedMail, failedMailSchema } from '#shared/api/mail.ts'
import { lastFailures } from '../deliveries/delivery-rows.ts'
import { personNames } from '../people/people-rows.ts'
import type { Reader } from '../store/store.ts'

const shownMails = 100

/** The last mails that were tried in vain, the newest first: set aside, or to be tried again. */
export async function failedMails({ db }: Pick<Reader, 'db'>): Promise<readonly FailedMail[]> {
  const rows = await lastFailures(db, 'mail', shownMails)
  const personOf = await personNames(
    db,
    rows.map(({ recipient_id }) => recipient_id),
  )
  return rows.map(({ id, recipient_id, type: topic, state, attempts, tried_at: at, status, why, due_at }) => {
    const nextAt = state === 'waiting' && due_at !== '' ? due_at : null
    return failedMailSchema.parse({
      id,
      person: personOf(recipient_id),
      topic,
      state,
      attempts,
      at,
      status,
      why,
      nextAt,
    })
  })
}
