import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { Damage } from '#shared/import/damage.ts'
import { LiveRegion } from '../ui/live-region.tsx'
import { TakeProbable } from './take-probable.tsx'
import type { DamageGroup, FileChoices } from './worker-calls.ts'

function group(country: 'EC' | 'PE', givens: readonly string[], isProbable = true): DamageGroup {
  const examples = givens.map((given): Damage => {
    const probable = isProbable ? { probable: `00${given}` } : {}
    return { column: 4, heading: 'Banco', field: 'bankName', code: 'zeros_lost', given, country, ...probable }
  })
  const [example] = examples
  if (example === undefined) throw new Error('A group has an example.')
  return { key: `${country} ${isProbable}`, example, examples, rows: 30, longer: undefined }
}

const many = Array.from({ length: 8 }, (_, place) => String(11 + place))

function Shown({ damage, onTake }: { damage: readonly DamageGroup[]; onTake: (taken: FileChoices['damage']) => void }) {
  const [taken, setTaken] = useState<FileChoices['damage']>()
  return (
    <LiveRegion>
      <h2 id="damage" tabIndex={-1}>
        Changed by a spreadsheet
      </h2>
      <TakeProbable
        damage={damage}
        taken={taken}
        onTake={(next) => {
          setTaken(next)
          onTake(next)
        }}
      />
    </LiveRegion>
  )
}

it('All probable values are taken at once after ten examples were shown, of each group in turn', async () => {
  const user = userEvent.setup()
  const taken: FileChoices['damage'][] = []
  const damage = [group('EC', many), group('PE', ['5', '6']), group('PE', many, false)]
  render(<Shown damage={damage} onTake={(next) => taken.push(next)} />)
  expect(screen.queryByRole('button')).toBeNull()
  await user.click(screen.getByText('Take all probable values in 60 rows'))
  const examples = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(examples).toHaveLength(10)
  expect(examples.slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    '11 → 0011Banco, Ecuador',
    '5 → 005Banco, Peru',
    '12 → 0012Banco, Ecuador',
    '6 → 006Banco, Peru',
  ])
  await user.click(screen.getByRole('button', { name: 'Take them in 60 rows' }))
  expect(taken).toEqual([{ 'EC true': 'probable', 'PE true': 'probable' }])
  expect(document.activeElement?.textContent).toBe('Changed by a spreadsheet')
  expect(screen.queryByText(/^Take all/)).toBeNull()
})

it('One group of damage alone is decided at its row', () => {
  render(<Shown damage={[group('EC', many), group('PE', many, false)]} onTake={() => {}} />)
  expect(screen.queryByText(/^Take all/)).toBeNull()
})
