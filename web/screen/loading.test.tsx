import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import type { ProblemCode } from '#shared/api/problem.ts'
import { ApiProblem } from '../api/api.ts'
import { LoadFailure } from './loading.tsx'

function refused(code: ProblemCode): ApiProblem {
  const problem = { type: 'about:blank', title: code, detail: '', requestId: 'r', retryable: false } as const
  return new ApiProblem({ ...problem, code, status: 403 }, undefined)
}

it('A screen that was not loaded because a person did not prove their identity can be loaded again', async () => {
  const refetch = vi.fn()
  render(<LoadFailure what="request" query={{ error: refused('STEP_UP_REQUIRED'), isFetching: false, refetch }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('A screen that the roles of a person do not allow offers no further attempt', () => {
  const refetch = vi.fn()
  render(<LoadFailure what="request" query={{ error: refused('NOT_PERMITTED'), isFetching: false, refetch }} />)
  expect(screen.queryByRole('button')).toBeNull()
})
