import { type Bank, bank } from './bank.ts'

/**
 * Ecuador. Codes: interface, "Payouts · Ecuador", bankName codes, in its order. They are the provider's own numbers, not
 * the central bank's (whose 0010 is Pichincha, while here 0010 is Guayaquil), so people should choose by name.
 */
export const ecuadorianBanks: readonly Bank[] = [
  bank('0001', 'Banco Amazonas', ['BANCO AMAZONAS']),
  bank('0002', 'Banco Bolivariano', ['BANCO BOLIVARIANO']),
  bank('0003', 'Banco Capital', ['BANCO CAPITAL']),
  bank('0004', 'Banco Central del Ecuador', ['BANCO CENTRAL DEL ECUADOR']),
  bank('0005', 'Citibank', ['BANCO CITY BANK']),
  bank('0010', 'Banco Guayaquil', ['BANCO DE GUAYAQUIL S.A']),
  bank('0011', 'Produbanco (Banco de la Producción)', ['BANCO DE LA PRODUCCION']),
  bank('0012', 'Banco de Loja', ['BANCO DE LOJA']),
  bank('0013', 'Banco del Austro', ['BANCO DEL AUSTRO']),
  bank('0015', 'Banco del Litoral', ['BANCO DEL LITORAL S.A.']),
  bank('0016', 'Banco del Pacífico', ['BANCO DEL PACIFICO']),
  bank('0017', 'Banco Delbank', ['BANCO DELBANK S.A.']),
  bank('0019', 'Banco General Rumiñahui', ['BANCO GENERAL RUMINAHUI S.A.']),
  bank('0020', 'Banco Internacional', ['BANCO INTERNACIONAL']),
  bank('0021', 'Banco de Machala', ['BANCO MACHALA']),
  bank('0023', 'Banco Pichincha', ['BANCO PICHINCHA C.A.']),
  bank('0024', 'Banco ProCredit', ['BANCO PROCREDIT S.A.']),
  bank('0025', 'Banco Promerica', ['BANCO PROMERICA S.A.']),
  bank('0026', 'Banco Solidario', ['BANCO SOLIDARIO']),
  bank('0053', 'Banco Comercial de Manabí', ['COMERCIAL DE MANABI']),
  bank('0172', 'Coop. Desarrollo de los Pueblos', ['COOP. AHORRO Y CREDITO DESARROLLO PUEBLOS']),
  bank('0177', 'Coop. Juventud', ['COOP. AHORRO Y CREDITO JUVENTUD']),
]
