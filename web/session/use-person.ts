import { createContext, useContext } from 'react'
import type { Person } from '#shared/api/session.ts'

export const PersonContext = createContext<Person | undefined>(undefined)

/** Who works here. The frame is there before anybody is; the screens stand behind the session gate. */
export function usePersonIfAny(): Person | undefined {
  return useContext(PersonContext)
}
