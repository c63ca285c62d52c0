import type { Page } from '@playwright/test'
import type { Scene } from './scenes.ts'
import type { Seed } from './seed.ts'

/** From a file to a batch, its review, and what became of its payouts. */
export function batchScenes({ enters, reviews, batch }: Seed): readonly Scene[] {
  return [
    { name: 'import', path: '/import', person: 'Sara' },
    { name: 'import-columns', path: '/import', person: 'Teo', prepare: openSheet },
    { name: 'import-rows', path: '/import', person: 'Uma', prepare: openRows },
    { name: 'import-rows-cell', path: '/import', person: 'Vito', prepare: lookAtAmount },
    { name: 'batches', path: '/batches', person: enters },
    { name: 'batch', path: `/batches/${batch}`, person: enters },
    { name: 'batch-review', path: `/batches/${batch}/review`, person: reviews },
    { name: 'batch-approve', path: `/batches/${batch}/review`, person: reviews, prepare: pressApprove },
    { name: 'outcome-file', path: '/exports/outcomes', person: enters },
    { name: 'outcome-file-words', path: '/exports/outcomes', person: enters, prepare: openOutcomes },
  ]
}

const sheet = [
  'País;Nombre;Apellido;Tipo de documento;Documento;Banco;Cuenta;Tipo de cuenta;Monto;Moneda;Referencia;Notas',
  'EC;Ana;Paredes;04;1710034065;Pichincha;2100123456;0001;1.000;USD;N-1;mayo',
  'EC;;Quispe;04;1710034065;Banco X;2100123457;0001;12,50;USD;N-2;',
  'CO;Diego;Pérez;CC;1020304050;Bancolombia;1,23457E+10;CORRIENTE;250000;COP;N-3;',
  'BR;Bruno;Lima;CPF;11144477735;;;;150,25;BRL;N-4;chave bruno@example.com',
  'MX;Elena;Rojas;;;;032180000118359719;;diez;MXN;N-5;',
].join('\n')

async function openSheet(page: Page): Promise<void> {
  await give(page, 'November.csv', sheet)
  await page.locator('#main select').first().waitFor()
}

async function openRows(page: Page): Promise<void> {
  await openSheet(page)
  await page.locator('#main button').last().press('Enter')
  await page.locator('[role="grid"]').waitFor()
}

async function lookAtAmount(page: Page): Promise<void> {
  await openRows(page)
  await page.locator('[role="gridcell"][aria-invalid="true"]').first().click()
}

async function pressApprove(page: Page): Promise<void> {
  // It says how many have no serious warning.
  await page
    .locator('#main button')
    .filter({ hasText: /\d.*…$/ })
    .click()
  await page.locator('dialog').waitFor()
}

async function openOutcomes(page: Page): Promise<void> {
  await give(page, 'November.csv', 'Referencia;Estado;Motivo\nA-1;Pagado;\nA-2;XJ-9;Account closed')
  await page.locator('#main select').first().waitFor()
}

async function give(page: Page, name: string, text: string): Promise<void> {
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
}
