import { type Bank, bank } from './bank.ts'

/**
 * Brazil: the sixteen codes that the interface calls commonly used ("Payouts · Brazil", 3), in its order. Every other
 * national code is accepted too: see brazil-codes.ts and brazil-national.ts. Names: the central bank's lists of
 * participants in its payment systems STR and SPI, and the brands people know.
 */
export const brazilianCommonBanks: readonly Bank[] = [
  bank('001', 'Banco do Brasil', ['BB', 'Banco do Brasil S.A.', 'BCO DO BRASIL S.A.']),
  bank('341', 'Itaú Unibanco', ['ITAÚ UNIBANCO S.A.']),
  bank('033', 'Santander Brasil', ['BANCO SANTANDER (BRASIL) S.A.', 'BCO SANTANDER (BRASIL) S.A.']),
  bank('237', 'Bradesco', ['Banco Bradesco S.A.', 'BCO BRADESCO S.A.', 'Next']),
  bank('104', 'Caixa Econômica Federal', ['CEF', 'CAIXA ECONOMICA FEDERAL']),
  bank('422', 'Banco Safra', ['Banco Safra S.A.', 'BCO SAFRA S.A.']),
  bank('748', 'Sicredi', ['BANCO COOPERATIVO SICREDI S.A.', 'BCO COOPERATIVO SICREDI S.A.']),
  bank('041', 'Banrisul', ['Banco do Estado do Rio Grande do Sul S.A.', 'BCO DO ESTADO DO RS S.A.']),
  bank('208', 'BTG Pactual', ['Banco BTG Pactual S.A.', 'BANCO BTG PACTUAL S.A.']),
  bank('536', 'Neon Pagamentos', ['NEON PAGAMENTOS S.A. - INSTITUIÇÃO DE PAGAMENTO', 'NEON PAGAMENTOS S.A. IP']),
  bank('077', 'Banco Inter', ['Banco Inter S.A.', 'BANCO INTER']),
  bank('121', 'Agibank', ['Banco Agibank S.A.', 'BCO AGIBANK S.A.']),
  bank('212', 'Banco Original', ['Banco Original S.A.', 'BANCO ORIGINAL']),
  bank('260', 'Nubank (Nu Pagamentos)', ['Nu', 'NU PAGAMENTOS S.A. - INSTITUIÇÃO DE PAGAMENTO', 'NU PAGAMENTOS - IP']),
  bank('336', 'C6 Bank', ['Banco C6 S.A.', 'BCO C6 S.A.']),
  bank('413', 'Banco BV', ['BANCO BV S.A.', 'BCO BV S.A.']),
]

/** What people call banks beside the common ones, by code: brands and abbreviations that the central bank's lists lack. */
export const brazilianShortNames: Readonly<Record<string, readonly string[]>> = {
  '003': ['BASA'],
  '004': ['BNB'],
  '290': ['PagBank'],
}
