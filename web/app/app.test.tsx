import { QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { createQueryClient } from './app.tsx'

it('What a first load was answered before a write is asked for again after it', async () => {
  const client = createQueryClient()
  const answers: ((list: string[]) => void)[] = []
  const list = { queryKey: ['people'], queryFn: () => new Promise<string[]>((answer) => answers.push(answer)) }
  const seen: unknown[] = []
  const leave = new QueryObserver(client, list).subscribe(({ data }) => data && seen.push(data))
  const elsewhere = client.fetchQuery(list)

  const written = client.invalidateQueries({ queryKey: ['people'] })
  expect(answers).toHaveLength(2)
  answers[0]?.(['before the write'])
  answers[1]?.(['after the write'])
  await written
  expect(await elsewhere).toEqual(['after the write'])
  expect(client.getQueryData(['people'])).toEqual(['after the write'])
  expect(seen).not.toContainEqual(['before the write'])
  leave()
})
