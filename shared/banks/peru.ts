import { type Bank, bank } from './bank.ts'

/**
 * Peru. Codes: interface, "Payouts · Peru", bankName codes: 0019 to 0028 are savings institutions; 0029, 0030, 0032 and
 * 0037 wallets. The numbers are the provider's own and public lists name only the first five.
 */
export const peruvianBanks: readonly Bank[] = [
  bank('0001', 'Interbank', ['BANCO INTERNACIONAL DEL PERU (INTERBANK)']),
  bank('0002', 'BBVA Perú', ['BANCO BBVA PERU']),
  bank('0003', 'BCP (Banco de Crédito)', ['BANCO BCP PERU']),
  bank('0004', 'Scotiabank Perú', ['BANCO SCOTIABANK PERU']),
  bank('0005', 'BanBif (Interamericano de Finanzas)', ['BANCO INTERAMERICANO DE FINANZAS']),
  bank('0006'),
  bank('0007'),
  bank('0008'),
  bank('0009'),
  bank('0010'),
  bank('0011'),
  bank('0012'),
  bank('0013'),
  bank('0014'),
  bank('0015'),
  bank('0016'),
  bank('0017'),
  bank('0019'),
  bank('0020'),
  bank('0021'),
  bank('0022'),
  bank('0023'),
  bank('0024'),
  bank('0025'),
  bank('0026'),
  bank('0027'),
  bank('0028'),
  bank('0029'),
  bank('0030'),
  bank('0032'),
  bank('0037'),
]

/** Who keeps the account that a CCI names: its first three digits → name, where public lists agree. */
export const cciBankNames: Readonly<Record<string, string>> = {
  '002': 'BCP',
  '003': 'Interbank',
  '009': 'Scotiabank',
  '011': 'BBVA',
  '018': 'Banco de la Nación',
  '023': 'Banco de Comercio',
  '035': 'Banco Pichincha (ex Financiero)',
  '038': 'BanBif',
  '043': 'Crediscotia',
  '049': 'Mibanco',
  '053': 'Banco GNB',
  '054': 'Banco Falabella',
  '056': 'Banco Santander Perú',
  '058': 'Alfin (ex Azteca)',
  '060': 'ICBC Perú',
  '800': 'Caja Metropolitana',
  '803': 'Caja Arequipa',
  '805': 'Caja Sullana',
  '806': 'Caja Cusco',
  '808': 'Caja Huancayo',
}

/** The provider's code → the first three digits of that bank's CCIs, where the names on both sides agree. */
export const cciPrefixOfBank: Readonly<Record<string, string>> = {
  '0001': '003',
  '0002': '011',
  '0003': '002',
  '0004': '009',
  '0005': '038',
}
