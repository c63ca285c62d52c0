import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { goTo, lastName, newCpf, openPage } from '../testing/page-under-test.tsx'

async function post(path: string, body: object): Promise<{ readonly id: string }> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
  const answer = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}

it('The page of a payout says whether its details were validated, and with what result', async () => {
  await openPage('/payouts')
  const [name, documentNumber] = [lastName(), newCpf()]
  const person = { country: 'BR', beneficiaryFirstName: 'Ana', beneficiaryLastName: name }
  const details = { ...person, documentType: '1', documentNumber, recipientPixKey: 'ana@example.com', amount: '10' }
  const { id } = await post('/api/payouts', { entry: details, confirmed: [], submit: false })
  goTo(`/payouts/${id}`)
  const region = async () => within(await screen.findByRole('region', { name: 'Validations' }))
  await (await region()).findByText('Identity: these details were not validated.')
  const asked = { country: 'BR', firstName: 'Ana', lastName: name, documentType: 'CPF', documentNumber }
  await post('/api/identity-validations', asked)
  goTo(`/payouts/${id}`)
  const section = await screen.findByRole('region', { name: 'Validations' })
  await waitFor(() => expect(section.textContent).toMatch(/Identity: Name and document.* match.* just now by Ana /))
})
