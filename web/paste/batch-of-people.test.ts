import { expect, it } from 'vitest'
import { readCsv } from '#shared/payout/testing/read-request-csv.ts'
import { peopleAsFile } from './batch-of-people.ts'
import { answerCall } from './message-call.ts'

it('The people of a message are a file with a row each, of what was taken of them', () => {
  const text =
    'Ana Souza, CPF 111.444.777-35, chave pix ana@example.com\nRui Lima, CPF 529.982.247-25, chave pix rui@example.com'
  const { people } = answerCall({ text, chosen: undefined, chosenOf: {}, open: undefined, bankNames: new Map() })
  const [ana, rui] = people.map((reading) => ({ reading, taken: reading.fields }))
  if (ana === undefined || rui === undefined) throw new Error('Two people were not found')
  const withoutName = { ...rui, taken: rui.taken.filter(({ field }) => field !== 'beneficiaryFirstName') }
  const [headings, ...rows] = readCsv(peopleAsFile([ana, withoutName])) ?? []
  expect(headings).toEqual(['Country', 'Method', ...(headings ?? []).slice(2)])
  const cell = (row: number, heading: string) => rows[row]?.[headings?.indexOf(heading) ?? -1]
  expect([cell(0, 'Country'), cell(0, 'First name'), cell(0, 'Document number')]).toEqual(['BR', 'Ana', '11144477735'])
  expect([cell(1, 'First name'), cell(1, 'Last name'), cell(1, 'Pix key')]).toEqual(['', 'Lima', 'rui@example.com'])
})
