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

it('What was not loaded because a person did not prove who they are can be loaded again', async () => {
  const refetch = vi.fn()
  render(<LoadFailure what="request" query={{ error: refused('STEP_UP_REQUIRED'), isFetching: false, refetch }} />)
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(refetch).toHaveBeenCalledOnce()
})

it('What the roles of a person do not allow is not offered to be loaded again', () => {
  const refetch = vi.fn()
  render(<LoadFailure what="request" query={{ error: refused('NOT_PERMITTED'), isFetching: false, refetch }} />)
  expect(screen.queryByRole('button')).toBeNull()
})
