import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftServer } from '../testing/draft-server.ts'
import { createDraftKeeper, type DraftKeeper } from './draft-keeper.ts'
import { endingDraft } from './ending-draft.ts'

const start = { id: 'd', kind: 'payout', subjectId: null, revision: 0, updatedAt: undefined } as const

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A form in which something was kept, at a server of its own. */
async function keptForm(content: unknown = 'kept') {
  const server = draftServer()
  const keeper = createDraftKeeper(start)
  await type(keeper, content)
  return { server, keeper, contents: () => [...server.rows.values()].map((row) => row.content) }
}

async function type(keeper: DraftKeeper, content: unknown) {
  keeper.keep(content)
  await vi.advanceTimersByTimeAsync(1_000)
}

const lostSave = () => Promise.reject(new TypeError('no answer'))

describe('A form', () => {
  it('is kept at its newest, revision after revision', async () => {
    const { keeper, contents } = await keptForm()
    await type(keeper, 'more')
    expect([contents(), keeper.revision(), keeper.keeping().state]).toEqual([['more'], 2, 'kept'])
  })

  it('goes on as a draft of its own where another device went on, so that neither is lost', async () => {
    const { server, keeper, contents } = await keptForm()
    server.keptElsewhere('theirs')
    await type(keeper, 'mine')
    expect(contents()).toEqual(['theirs', 'mine'])
    expect([keeper.id() === 'd', keeper.keeping()]).toMatchObject([false, { state: 'kept', isFork: true }])
  })

  it.each([1, 3])('takes no lost answer for another device, also after %i of them', async (times) => {
    const { server, keeper, contents } = await keptForm()
    server.now('unheard')
    await type(keeper, 'heard by the server alone')
    server.now('lost')
    for (let time = 1; time < times; time += 1) await type(keeper, `on the way ${time}`)
    server.now('answered')
    await type(keeper, 'typed since')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(contents()).toEqual(['typed since'])
    expect([keeper.id(), keeper.revision()]).toEqual(['d', 3])
  })

  it('that is refused says why, and is sent again once it has changed, not before', async () => {
    const { server, keeper } = await keptForm()
    server.now({ status: 413, detail: 'Too long.' })
    await type(keeper, 'a novel')
    const sent = server.asked.length
    await vi.advanceTimersByTimeAsync(60_000)
    expect(keeper.keeping()).toMatchObject({ state: 'refused', why: { problem: { detail: 'Too long.' } } })
    expect(server.asked.length).toBe(sent)
    server.now('answered')
    await type(keeper, 'a letter')
    expect(keeper.keeping().state).toBe('kept')
  })

  it.each(['lost', { status: 503, detail: '' }] as const)('is tried again while it is %j', async (fate) => {
    const { server, keeper, contents } = await keptForm()
    server.now(fate)
    await type(keeper, 'more')
    expect(keeper.keeping().state).toBe('waiting')
    server.now('answered')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(contents()).toEqual(['more'])
  })

  it('outlives its page by a request that is small enough, and only then', async () => {
    const { server, keeper } = await keptForm()
    keeper.keep('last words')
    keeper.leave()
    await vi.advanceTimersByTimeAsync(0)
    keeper.keep('x'.repeat(60_000))
    keeper.leave()
    await vi.advanceTimersByTimeAsync(0)
    expect(server.asked).toEqual(['PUT', 'PUT keepalive', 'PUT'])
  })

  it('that is left while it is sent is sent again, so that it outlives its page', async () => {
    const { server, keeper, contents } = await keptForm()
    keeper.keep('last words')
    void keeper.flush()
    keeper.leave()
    await vi.advanceTimersByTimeAsync(1_000)
    expect([server.asked, contents(), keeper.revision()]).toEqual([['PUT', 'PUT', 'PUT keepalive'], ['last words'], 2])
  })
})

describe('A save', () => {
  /** What the server does with a write that ends the draft. */
  const ended = (rows: Map<string, unknown>) => async () => void rows.clear()

  it('is not undone by what is typed, or answered, while it is under way', async () => {
    const { server, keeper, contents } = await keptForm()
    await endingDraft(keeper, async () => {
      server.rows.clear()
      await type(keeper, 'the answer of a check')
      keeper.leave()
      await keeper.flush()
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([server.asked, contents()]).toEqual([['PUT'], []])
  })

  it('sends first what waits', async () => {
    const { keeper, contents } = await keptForm()
    keeper.keep('the last letter')
    await endingDraft(keeper, async () => expect([contents(), keeper.revision()]).toEqual([['the last letter'], 2]))
  })

  it('that is refused lets the form be kept again', async () => {
    const { keeper, contents } = await keptForm()
    await expect(endingDraft(keeper, lostSave)).rejects.toThrow()
    await type(keeper, 'put right')
    expect(contents()).toEqual(['put right'])
  })

  it('whose answer was lost is found out by the draft that is gone: it does not come back', async () => {
    const { server, keeper, contents } = await keptForm()
    const saved = async () => {
      server.rows.clear()
      return lostSave()
    }
    await expect(endingDraft(keeper, saved)).rejects.toThrow()
    await type(keeper, 'typed after it')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([contents(), keeper.keeping()]).toEqual([[], { state: 'ended' }])
  })

  it('leaves no draft whose last answer was lost', async () => {
    const { server, keeper, contents } = await keptForm()
    server.now('unheard')
    await type(keeper, 'as it is sent')
    await endingDraft(keeper, async () => server.now('answered'))
    expect(contents()).toEqual([])
  })

  it('leaves what another device has kept', async () => {
    const { server, keeper, contents } = await keptForm()
    server.now('unheard')
    await type(keeper, 'as it is sent')
    server.keptElsewhere('theirs')
    await endingDraft(keeper, async () => server.now('answered'))
    expect(contents()).toEqual(['theirs'])
  })

  it('of a fork leaves none, also where the server knew the payout already', async () => {
    const { server, keeper, contents } = await keptForm()
    server.keptElsewhere('theirs')
    await type(keeper, 'mine')
    await endingDraft(keeper, async () => undefined)
    expect(contents()).toEqual(['theirs'])
  })

  it('asks the server nothing more where it went as it should', async () => {
    const { server, keeper } = await keptForm()
    await endingDraft(keeper, ended(server.rows))
    expect(server.asked).toEqual(['PUT'])
  })
})
