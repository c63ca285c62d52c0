import * as z from 'zod/mini'
import { type Person, personSchema } from '#shared/api/person.ts'

/** All tabs share one cookie, so a change of person in one concerns the others. */
const channel = new BroadcastChannel('payout-desk:session')

const messageSchema = z.nullable(personSchema)

/** Says who works at this browser from now on; undefined: nobody. */
export function tellOtherTabs(person: Person | undefined): void {
  channel.postMessage(person ?? null)
}

/** Hears of a change of person in another tab. Gives what ends the listening. */
export function onOtherTab(listener: (person: Person | undefined) => void): () => void {
  function hear({ data }: MessageEvent<unknown>) {
    const message = messageSchema.safeParse(data)
    if (message.success) listener(message.data ?? undefined)
  }
  channel.addEventListener('message', hear)
  return () => channel.removeEventListener('message', hear)
}
