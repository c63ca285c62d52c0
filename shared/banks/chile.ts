import { type Bank, bank } from './bank.ts'

/**
 * Chile. Codes: interface, "Payouts · Chile", bankName codes, in its order. Names: two public lists of payment
 * providers that agree on all 28. Some have merged since; the code stays what the interface says.
 */
export const chileanBanks: readonly Bank[] = [
  bank('012', 'BancoEstado', ['Banco Del Estado De Chile']),
  bank('504', 'BBVA Chile (now Scotiabank)', ['Banco Bbva (Bilbao Vizcaya Argentaria Chile) / Banco Bhif']),
  bank('028', 'Banco BICE', ['Banco Bice']),
  bank('055', 'Banco Consorcio'),
  bank('027', 'Itaú Corpbanca', ['Banco Corpbanca']),
  bank('001', 'Banco de Chile', ['Banco De Chile / Banco A. Edwards / Credichile / Citybank']),
  bank('016', 'BCI', ['Banco De Crédito E Inversiones (BCI) / Tbanc']),
  bank('507', 'Banco del Desarrollo', ['Banco Del Desarrollo']),
  bank('051', 'Banco Falabella'),
  bank('009', 'Banco Internacional'),
  bank('039', 'Itaú Chile', ['Banco Itau Chile / Bank Boston']),
  bank('053', 'Banco Ripley'),
  bank('057', 'Banco París'),
  bank('037', 'Santander Chile', ['Banco Santander – Santiago / Banco Santander / Banefe']),
  bank('049', 'Banco Security'),
  bank('672', 'Coopeuch'),
  bank('031', 'HSBC Bank (Chile)', ['Hsbc Bank (Chile)']),
  bank('014', 'Scotiabank Chile', ['Scotiabank / Sud – Americano']),
  bank('017', 'Banco do Brasil'),
  bank('041', 'JP Morgan Chase Bank', ['JP Morgan Chase Bank N.A.']),
  bank('043', 'Banco de la Nación Argentina', ['Banco de La Nacion Argentina']),
  bank('045', 'Bank of Tokyo-Mitsubishi UFJ (MUFG)', ['The Bank of Tokyo-Mitsubishi Ufj Ltd']),
  bank('052', 'Deutsche Bank (Chile)'),
  bank('054', 'Rabobank Chile', ['Rabobank']),
  bank('056', 'Banco Penta'),
  bank('059', 'Banco BTG Pactual'),
  bank('099', 'Banco Nuevo'),
  bank('152', 'Prepago Los Héroes', ['Prepago Los Heroes']),
]
