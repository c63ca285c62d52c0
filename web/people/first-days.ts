import type { StaffMember } from '#shared/api/people.ts'

/** The sizes of houses that docs/deploy.md sets up: the same words here and there. */
export const houses = ['two', 'three', 'five'] as const

type House = (typeof houses)[number]

type FirstStepName = 'admin' | 'admins' | 'clerk' | 'reviewer' | 'reviewers' | 'policy' | 'holds'

interface FirstStep {
  readonly name: FirstStepName
  readonly isDone: boolean
}

export interface FirstDays {
  /** Which of the houses is the nearest to the people who are here. */
  readonly house: House
  readonly steps: readonly FirstStep[]
  readonly invited: readonly StaffMember[]
  readonly held: readonly StaffMember[]
}

type Facts = Pick<StaffMember, 'id' | 'roles' | 'status' | 'heldUntil'>

/**
 * What a house still needs so that no one pays alone. People of two roles count for both, but not as the reviewer of what they enter themselves.
 * @param isPolicyOpen whether the app asks for an approval policy
 */
export function firstDays<Person extends Facts>(people: readonly Person[], isPolicyOpen: boolean, now: Date) {
  const here = people.filter(({ status }) => status === 'active')
  const invited = people.filter(({ status }) => status === 'invited')
  const held = here.filter(({ heldUntil }) => heldUntil !== null && new Date(heldUntil) > now)
  const house = houseOf(here.length + invited.length)
  const [admins, clerks, reviewers] = [of(here, 'admin'), of(here, 'clerk'), of(here, 'reviewer')]
  const needed = house === 'five' ? 2 : 1
  const steps: readonly FirstStep[] = [
    house === 'two' ? { name: 'admin', isDone: admins.length > 0 } : { name: 'admins', isDone: admins.length > 1 },
    { name: 'clerk', isDone: clerks.length > 0 },
    { name: needed > 1 ? 'reviewers' : 'reviewer', isDone: areOthers(clerks, reviewers, needed) },
    ...(reviewers.length > 1 ? [{ name: 'policy', isDone: !isPolicyOpen } as const] : []),
    { name: 'holds', isDone: held.length === 0 },
  ]
  return { house, steps, invited, held }
}

function houseOf(people: number): House {
  if (people < 3) return 'two'
  return people < 5 ? 'three' : 'five'
}

function of<Person extends Facts>(people: readonly Person[], role: Person['roles'][number]): readonly Person[] {
  return people.filter(({ roles }) => roles.includes(role))
}

/** Whether what some clerk enters has so many reviewers besides. */
function areOthers(clerks: readonly Facts[], reviewers: readonly Facts[], needed: number): boolean {
  const others = (clerk: Facts | undefined) => reviewers.filter(({ id }) => id !== clerk?.id).length
  return clerks.length === 0 ? reviewers.length >= needed : clerks.some((clerk) => others(clerk) >= needed)
}
