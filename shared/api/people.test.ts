import { expect, it } from 'vitest'
import { invitationSchema, invitationWriteSchema, peopleSchema, personWriteSchema, suspensionSchema } from './people.ts'

const invitation = {
  email: 'ana@example.com',
  name: 'Ana Souza',
  roles: ['clerk'],
  approveUpTo: {},
  approveUpToADay: {},
}

it('People: an e-mail address is read in lower case, without blanks around it, and has a name, an @ and a domain', () => {
  const read = [
    ' Ana@Example.COM ',
    'ana',
    'ana@',
    'ana@example',
    'ana souza@example.com',
    'ana@example.com, b@example.com',
  ]
  expect(read.map((email) => invitationWriteSchema.safeParse({ ...invitation, email }).data?.email)).toEqual([
    'ana@example.com',
    ...Array(5).fill(undefined),
  ])
})

it('People: roles are read once each and in one order, and others than those that there are refused', () => {
  const rolesOf = (roles: unknown) =>
    personWriteSchema.safeParse({ roles, approveUpTo: {}, approveUpToADay: {} }).data?.roles
  expect(rolesOf(['admin', 'clerk', 'clerk'])).toEqual(['clerk', 'admin'])
  expect(rolesOf([])).toEqual([])
  expect(rolesOf(['owner'])).toBeUndefined()
})

it('People: every schema refuses a text in its place', () => {
  for (const schema of [invitationSchema, peopleSchema, suspensionSchema])
    expect(schema.safeParse('text').success).toBe(false)
})
