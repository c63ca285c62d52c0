import { expect, it } from 'vitest'
import { argentineEntities, cvuPrefix } from './argentina.ts'

it('Argentina: entities are known by the first three digits of a CBU', () => {
  expect(argentineEntities['285']).toBe('Banco Macro S.A.')
  expect(argentineEntities['011']).toBe('Banco de la Nación Argentina')
  expect(Object.keys(argentineEntities).filter((entity) => !/^\d{3}$/.test(entity))).toEqual([])
  expect(Object.keys(argentineEntities)).toHaveLength(21)
})

it('Argentina: entities do not include 000, which marks a CVU', () => {
  expect(cvuPrefix).toBe('000')
  expect(argentineEntities[cvuPrefix]).toBeUndefined()
})
