import type * as z from 'zod/mini'
import type { notificationsSchema } from '#shared/api/notifications.ts'
import { type Member, may } from '../people/member.ts'
import { findPerson } from '../people/people-rows.ts'
import { waitingProposals } from '../proposals/proposal-rows.ts'
import { confirmersOf } from '../proposals/proposals.ts'
import type { Reader } from '../store/store.ts'
import { lastNotifications, settingsOf } from './notification-rows.ts'
import { presentNotifications } from './present-notifications.ts'

const shownMost = 100

/** What a person was told of, and when they are mailed. @throws Failure TAMPERED */
export async function showNotifications(reader: Reader, person: Member): Promise<z.infer<typeof notificationsSchema>> {
  const { db } = reader
  const items = await presentNotifications(reader, await lastNotifications(db, person.id, shownMost), 'app')
  return {
    items: [...items],
    settings: (await settingsOf(db, [person.id]))(person.id),
    mailedTo: (await findPerson(db, person.id))?.email ?? null,
    roles: [...person.roles],
    proposals: may(person, 'manage') ? await countProposals(reader, person) : 0,
  }
}

async function countProposals(reader: Reader, { id }: Member): Promise<number> {
  const rows = await waitingProposals(reader)
  const confirmers = await confirmersOf(reader, rows)
  return rows.filter((row) => confirmers.get(row.id)?.some((admin) => admin.id === id)).length
}
