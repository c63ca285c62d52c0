import { expect, it } from 'vitest'
import { splitName } from './split-name.ts'

it.each([
  ['Los Alerces SpA, Importadora', 'Los Alerces SpA', 'Importadora'],
  ['Distribuidora Norte Ltda., Sucursal Sur', 'Distribuidora Norte Ltda.', 'Sucursal Sur'],
  ['Ruiz Hermanos Ltda., Comercial, Sur', 'Ruiz Hermanos Ltda.', 'Comercial Sur'],
  ['Andina, Comercial', 'Andina', 'Comercial'],
  ['Gómez y Asociados, S.A. de C.V.', 'Gómez y Asociados', 'S.A. de C.V.'],
  ['Comercial Andina, S.A.', 'Comercial Andina', 'S.A.'],
  ['Pérez, Gómez y Ruiz S.R.L.', 'Pérez Gómez y Ruiz', 'S.R.L.'],
  ['Gómez Ruiz, Ana María', 'Ana María', 'Gómez Ruiz'],
])('Names: “%s” in a column of last names first is %s · %s', (name, first, last) => {
  expect(splitName(name, 'last-first')).toEqual({ first, last })
})

it.each([
  ['Comercial Andina, Sucursal Norte', 'Comercial Andina', 'Sucursal Norte'],
  ['Los Alerces SpA, Importadora', 'Los Alerces SpA', 'Importadora'],
  ['Comercial Andina, S.A.', 'Comercial Andina', 'S.A.'],
  ['Acme Ltda', 'Acme', 'Ltda'],
  ['Gómez Ruiz, Ana María', 'Ana María', 'Gómez Ruiz'],
])('Names: “%s” in a column of first names first is %s · %s, and no comma stays in a name', (name, first, last) => {
  expect(splitName(name, 'first-last')).toEqual({ first, last })
})
