import { createContext, useContext } from 'react'
import type { Person } from '#shared/api/session.ts'

export const PersonContext = createContext<Person | undefined>(undefined)

/** The person who is signed in. Undefined in the frame before sign-in; the screens are inside the session gate. */
export function usePersonIfAny(): Person | undefined {
  return useContext(PersonContext)
}
