import type { Person } from '#shared/api/person.ts'

/** The members of staff who work here. */
export interface People {
  find(id: string): Promise<Person | undefined>
  list(): Promise<readonly Person[]>
  /**
   * The person of this name, entered when new; recorded.
   * @throws Failure FIELDS_INVALID for no name, one over 60 characters, with control characters, or a word of letters that look alike
   */
  signIn(name: string): Promise<Person>
}
