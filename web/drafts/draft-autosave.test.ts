import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { draftServer } from '../testing/draft-server.ts'
import { createDraftAutosave, type DraftAutosave, endingDraft } from './draft-autosave.ts'

const start = { id: 'd', kind: 'payout', subjectId: null, revision: 0, updatedAt: undefined } as const

beforeEach(() => void vi.useFakeTimers())

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A form with a saved draft, and its server. */
async function savedForm(content: unknown = 'saved') {
  const server = draftServer()
  const autosave = createDraftAutosave(start)
  await type(autosave, content)
  return { server, autosave, contents: () => [...server.rows.values()].map((row) => row.content) }
}

async function type(autosave: DraftAutosave, content: unknown) {
  autosave.save(content)
  await vi.advanceTimersByTimeAsync(1_000)
}

const lostSave = () => Promise.reject(new TypeError('no answer'))

it('A form is saved in its newest version, one revision after the other', async () => {
  const { autosave, contents } = await savedForm()
  await type(autosave, 'more')
  expect([contents(), autosave.revision(), autosave.state.get().state]).toEqual([['more'], 2, 'saved'])
})

it('A form that another device continued becomes a separate draft, so that neither is lost', async () => {
  const { server, autosave, contents } = await savedForm()
  server.savedElsewhere('theirs')
  await type(autosave, 'mine')
  expect(contents()).toEqual(['theirs', 'mine'])
  expect([autosave.id() === 'd', autosave.state.get()]).toMatchObject([false, { state: 'saved', isFork: true }])
})

it.each([1, 3])('After %i lost answers a form does not assume another device', async (times) => {
  const { server, autosave, contents } = await savedForm()
  server.now('unheard')
  await type(autosave, 'heard by the server alone')
  server.now('lost')
  for (let time = 1; time < times; time += 1) await type(autosave, `on the way ${time}`)
  server.now('answered')
  await type(autosave, 'typed since')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(contents()).toEqual(['typed since'])
  expect([autosave.id(), autosave.revision()]).toEqual(['d', 3])
})

it('A form that is refused says why, and is sent again once it has changed, not before', async () => {
  const { server, autosave } = await savedForm()
  server.now({ status: 413, detail: 'Too long.' })
  await type(autosave, 'a novel')
  const sent = server.asked.length
  await vi.advanceTimersByTimeAsync(60_000)
  expect(autosave.state.get()).toMatchObject({ state: 'refused', why: { problem: { detail: 'Too long.' } } })
  expect(server.asked.length).toBe(sent)
  server.now('answered')
  await type(autosave, 'a letter')
  expect(autosave.state.get().state).toBe('saved')
})

it.each(['lost', { status: 503, detail: '' }] as const)('A form is tried again while it is %j', async (fate) => {
  const { server, autosave, contents } = await savedForm()
  server.now(fate)
  await type(autosave, 'more')
  expect(autosave.state.get().state).toBe('waiting')
  server.now('answered')
  await vi.advanceTimersByTimeAsync(20_000)
  expect(contents()).toEqual(['more'])
})

it('A form is saved after its page is closed if the request is small enough, and only then', async () => {
  const { server, autosave } = await savedForm()
  autosave.save('last words')
  autosave.leave()
  await vi.advanceTimersByTimeAsync(0)
  autosave.save('x'.repeat(60_000))
  autosave.leave()
  await vi.advanceTimersByTimeAsync(0)
  expect(server.asked).toEqual(['PUT', 'PUT keepalive', 'PUT'])
})

it('A form that is closed while it is sent is sent again by a request that outlives the page', async () => {
  const { server, autosave, contents } = await savedForm()
  autosave.save('last words')
  void autosave.flush()
  autosave.leave()
  await vi.advanceTimersByTimeAsync(1_000)
  expect([server.asked, contents(), autosave.revision()]).toEqual([['PUT', 'PUT', 'PUT keepalive'], ['last words'], 2])
})

describe('A save', () => {
  /** What the server does with a write that ends the draft. */
  const ended = (rows: Map<string, unknown>) => async () => void rows.clear()

  it('A save is not undone by what is typed, or answered, while it is under way', async () => {
    const { server, autosave, contents } = await savedForm()
    await endingDraft(autosave, async () => {
      server.rows.clear()
      await type(autosave, 'the answer of a check')
      autosave.leave()
      await autosave.flush()
    })
    await vi.advanceTimersByTimeAsync(60_000)
    expect([server.asked, contents()]).toEqual([['PUT'], []])
  })

  it('A save first sends the draft that waits', async () => {
    const { autosave, contents } = await savedForm()
    autosave.save('the last letter')
    await endingDraft(autosave, async () => expect([contents(), autosave.revision()]).toEqual([['the last letter'], 2]))
  })

  it('A save that is refused lets the form be saved again', async () => {
    const { autosave, contents } = await savedForm()
    await expect(endingDraft(autosave, lostSave)).rejects.toThrow()
    await type(autosave, 'put right')
    expect(contents()).toEqual(['put right'])
  })

  it('A save whose answer was lost is recognised by its missing draft, which is not created again', async () => {
    const { server, autosave, contents } = await savedForm()
    const saved = async () => {
      server.rows.clear()
      return lostSave()
    }
    await expect(endingDraft(autosave, saved)).rejects.toThrow()
    await type(autosave, 'typed after it')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([contents(), autosave.state.get()]).toEqual([[], { state: 'ended' }])
  })

  it('A save leaves no draft whose last answer was lost', async () => {
    const { server, autosave, contents } = await savedForm()
    server.now('unheard')
    await type(autosave, 'as it is sent')
    await endingDraft(autosave, async () => server.now('answered'))
    expect(contents()).toEqual([])
  })

  it('A save leaves what another device has saved', async () => {
    const { server, autosave, contents } = await savedForm()
    server.now('unheard')
    await type(autosave, 'as it is sent')
    server.savedElsewhere('theirs')
    await endingDraft(autosave, async () => server.now('answered'))
    expect(contents()).toEqual(['theirs'])
  })

  it('A save of a fork leaves none, also where the server knew the payout already', async () => {
    const { server, autosave, contents } = await savedForm()
    server.savedElsewhere('theirs')
    await type(autosave, 'mine')
    await endingDraft(autosave, async () => undefined)
    expect(contents()).toEqual(['theirs'])
  })

  it('A save that succeeds sends no further request', async () => {
    const { server, autosave } = await savedForm()
    await endingDraft(autosave, ended(server.rows))
    expect(server.asked).toEqual(['PUT'])
  })
})
