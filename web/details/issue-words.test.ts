import { expect, it } from 'vitest'
import { isIssueCode, issueParams, optionalParams } from '#shared/api/issue-codes.ts'
import { absentParams } from './issue-words.ts'

it('The page of a payee knows every param that an issue may lack, as its sentence selects by it', () => {
  const optional = Object.keys(issueParams).filter(isIssueCode).flatMap(optionalParams)
  expect([...absentParams]).toEqual([...new Set(optional)].toSorted())
})
