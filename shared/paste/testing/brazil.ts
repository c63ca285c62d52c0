import { named, type PastedMessage } from './pasted-message.ts'

/** Brazil. */
export const brazilianMessages: readonly PastedMessage[] = [
  {
    text: 'Nome: Ana Souza, CPF 111.444.777-35, chave pix ana@example.com',
    method: 'pix',
    fields: { ...named('Ana', 'Souza'), documentNumber: '11144477735', recipientPixKey: 'ana@example.com' },
  },
  {
    text: '[10:42, 3/11/2026] Ana: Oi! segue meus dados 😊\n[10:43, 3/11/2026] Ana: Nome completo: Ana Beatriz Souza Lima\nCPF: 529.982.247-25\nBanco: Itaú\nAgência: 1234\nConta corrente: 56789-0\nValor: R$ 1.500,00',
    method: 'bank',
    fields: {
      ...named('Ana Beatriz', 'Souza Lima'),
      documentNumber: '52998224725',
      bankName: '341',
      accountAgencyNumber: '1234',
      accountNumber: '567890',
      payoutAccountTypeCode: '0002',
      amount: '1500',
    },
  },
  {
    text: 'Favorecido: Carlos Pereira\nBanco 237 - Bradesco\nAg. 0987-6\nC/C 12345-X\nCPF 073.615.924-06',
    method: 'bank',
    fields: {
      ...named('Carlos', 'Pereira'),
      documentNumber: '07361592406',
      bankName: '237',
      accountAgencyNumber: '0987',
      accountNumber: '123450',
      payoutAccountTypeCode: '0002',
    },
  },
  {
    text: 'chave pix: 123E4567-e89b-12d3-a456-426614174000\ntitular: Joana Dias\ncpf 38492061570\nvalor R$250,00',
    method: 'pix',
    fields: {
      ...named('Joana', 'Dias'),
      documentNumber: '38492061570',
      recipientPixKey: '123e4567-e89b-12d3-a456-426614174000',
      amount: '250',
    },
  },
  {
    text: 'Pode mandar no pix celular (11) 91234-5678, nome Pedro Alves, CPF: 219.876.543-82. São R$ 89,90, obrigado!',
    method: 'pix',
    fields: {
      ...named('Pedro', 'Alves'),
      documentNumber: '21987654382',
      recipientPixKey: '+5511912345678',
      amount: '89.9',
    },
  },
  {
    text: 'PIX (CPF): 460.718.235-44\nNome: Rita Moraes\nValor: R$ 3.200,50',
    method: 'pix',
    fields: {
      ...named('Rita', 'Moraes'),
      documentNumber: '46071823544',
      recipientPixKey: '46071823544',
      amount: '3200.5',
    },
  },
  {
    text: 'Dados bancários:\nNubank (260)\nAg: 0001\nConta: 7654321-0\nTitular: Bruno Costa\nCPF: 111.444.777-35\nchave: +55 11 98765-4321',
    method: 'pix-with-bank',
    fields: {
      ...named('Bruno', 'Costa'),
      documentNumber: '11144477735',
      bankName: '260',
      accountAgencyNumber: '0001',
      accountNumber: '76543210',
      recipientPixKey: '+5511987654321',
    },
  },
  {
    text: 'Caixa Econômica Federal\nAg/Conta: 4321 / 00123456-7\nPoupança\nMaria do Carmo Silva\nCPF 529.982.247-25',
    method: 'bank',
    fields: {
      ...named('Maria', 'do Carmo Silva'),
      documentNumber: '52998224725',
      bankName: '104',
      accountAgencyNumber: '4321',
      accountNumber: '001234567',
      payoutAccountTypeCode: '0001',
    },
  },
  {
    text: 'Segue: Nome – Tiago Ramos; CPF – 073.615.924-06; Banco – Santander; Agência – 3344; Conta poupança – 60012345-8; Valor – R$ 780,00; Descrição – Frete 4411',
    method: 'bank',
    fields: {
      ...named('Tiago', 'Ramos'),
      documentNumber: '07361592406',
      bankName: '033',
      accountAgencyNumber: '3344',
      accountNumber: '600123458',
      payoutAccountTypeCode: '0001',
      amount: '780',
      PaymentReason: 'Frete 4411',
    },
  },
  {
    text: '> E-mail: lia.fontes@empresa.com.br\n> Chave Pix: lia.fontes@empresa.com.br\n> Beneficiária: Lia Fontes\n> CPF: 384 920 615 70\n> Cidade: Recife',
    method: 'pix',
    fields: {
      ...named('Lia', 'Fontes'),
      documentNumber: '38492061570',
      recipientPixKey: 'lia.fontes@empresa.com.br',
      email: 'lia.fontes@empresa.com.br',
      city: 'Recife',
    },
  },
  {
    text: 'oi, o pix é o mesmo cpf: 219.876.543-82. Favor pagar 1500 reais para Davi Nunes',
    method: 'pix',
    fields: {
      ...named('Davi', 'Nunes'),
      documentNumber: '21987654382',
      recipientPixKey: '21987654382',
      amount: '1500',
    },
  },
]
