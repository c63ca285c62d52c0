import { screen, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { choices, chooseMethod, field, highlighted, openRequest, startPayout } from '../testing/page-under-test.tsx'

const options = () => choices().map(({ textContent }) => textContent)

/** Replaces the text of the bank field. */
async function typeBank(user: UserEvent, text: string): Promise<void> {
  await user.clear(field('Bank'))
  await user.type(field('Bank'), text)
}

/** The bank in the request next to the form, with its name and code. */
async function sentBank(user: UserEvent): Promise<string> {
  const request = await openRequest(user)
  return (
    within(request)
      .getByText((_, element) => element?.textContent === 'bankName' && element.children.length > 1)
      .closest('div')?.textContent ?? ''
  )
}

it('A bank is found by its name, a former name and its code, and Enter takes the best match', async () => {
  const user = await startPayout('Ecuador')
  for (const words of ['pichin', '23', '0023']) {
    await typeBank(user, `${words}{Enter}`)
    expect([field('Bank').value, options()]).toEqual(['Banco Pichincha', []])
  }
  expect(await sentBank(user)).toContain('0023')
  await typeBank(user, 'city bank{Enter}')
  expect(field('Bank').value).toBe('Citibank')
})

it('The arrow keys highlight one bank after the other, going round, and screen readers announce it', async () => {
  const user = await startPayout('Ecuador')
  await typeBank(user, 'banco')
  const first = highlighted()?.textContent
  expect(field('Bank').getAttribute('aria-expanded')).toBe('true')
  await user.keyboard('{ArrowUp}')
  expect(highlighted()?.textContent).toBe(options().at(-1))
  await user.keyboard('{ArrowDown}{ArrowDown}')
  expect(highlighted()?.textContent).toBe(options()[1])
  expect(field('Bank').getAttribute('aria-activedescendant')).toBe(highlighted()?.id)
  await user.keyboard('{ArrowUp}')
  expect(highlighted()?.textContent).toBe(first)
})

it('Escape closes the list of banks and keeps what was typed', async () => {
  const user = await startPayout('Ecuador')
  await typeBank(user, 'pich')
  await user.keyboard('{Escape}')
  expect([options(), field('Bank').value]).toEqual([[], 'pich'])
  await user.keyboard('{Escape}')
  expect([field('Bank').value, field('Bank').getAttribute('aria-expanded')]).toEqual(['pich', 'false'])
})

it('Leaving the bank field takes the only match, and never the option under the pointer', async () => {
  const user = await startPayout('Ecuador')
  await typeBank(user, 'pich')
  await user.tab()
  expect(field('Bank').value).toBe('Banco Pichincha')
  await typeBank(user, 'banco')
  await user.hover(choices()[2]!)
  await user.tab()
  expect([field('Bank').value, options()]).toEqual(['banco', []])
})

it('A bank that is not on the list stays as it was typed', async () => {
  const user = await startPayout('Ecuador')
  await typeBank(user, 'Banco Inventado')
  expect(screen.getByText('No bank has this name or code.')).toBeTruthy()
  await user.tab()
  expect(field('Bank').value).toBe('Banco Inventado')
  expect(await sentBank(user)).toContain('Banco Inventado')
})

it('A click on a bank takes it and focus stays in the field; its buttons clear it and show all banks', async () => {
  const user = await startPayout('Ecuador')
  await user.click(screen.getByRole('button', { name: 'Show choices for Bank' }))
  const all = options().length
  await user.click(screen.getByRole('option', { name: /^Banco Pichincha/ }))
  expect([field('Bank').value, document.activeElement, options()]).toEqual(['Banco Pichincha', field('Bank'), []])
  await user.click(screen.getByRole('button', { name: 'Clear Bank' }))
  expect([field('Bank').value, document.activeElement]).toEqual(['', field('Bank')])
  await user.keyboard('{ArrowDown}')
  expect(options()).toHaveLength(all)
})

it('Of several hundred banks a hundred are shown, with a note saying how many more there are', async () => {
  const user = await startPayout('Brazil')
  await chooseMethod(user, 'Bank account')
  await typeBank(user, 'b')
  await screen.findByText(/more: type to narrow the list/)
  expect(options()).toHaveLength(100)
})

it('A slip in a longer name finds the bank, and Enter takes it', async () => {
  const user = await startPayout('Chile')
  await typeBank(user, 'falabela')
  expect(highlighted()?.textContent).toContain('Banco Falabella')
  await user.keyboard('{Enter}')
  expect(field('Bank').value).toBe('Banco Falabella')
})

it('A match in the middle of a name is listed, but neither Enter nor leaving the field takes it', async () => {
  const user = await startPayout('Peru')
  await chooseMethod(user, 'Bank’s own number')
  await typeBank(user, 'nacion')
  expect(options()[0]).toContain('Interbank')
  await user.keyboard('{Enter}')
  await user.tab()
  expect(field('Bank').value).toBe('nacion')
})
