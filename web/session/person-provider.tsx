import type { ReactNode } from 'react'
import { PersonContext } from './use-person.ts'
import { useSession } from './use-session.ts'

/** Tells the frame and every screen who works here. */
export function PersonProvider({ children }: { readonly children: ReactNode }) {
  const person = useSession().data?.person
  return <PersonContext value={person ?? undefined}>{children}</PersonContext>
}
