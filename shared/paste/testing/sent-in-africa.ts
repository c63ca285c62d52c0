import type { MessageAsSent } from './message-as-sent.ts'
import { named } from './pasted-message.ts'

/** Countries of Africa, for which the interface shows no bank codes and no formats. Every person and number is made up. */
export const sentInAfrica: readonly MessageAsSent[] = [
  {
    country: 'KE',
    text: 'Hi, kindly send KES 45,000 to Wanjiru Kamau Njeri, Equity Bank acc no 0180293847561, Nakuru. Thanks!',
    fields: { ...named('Wanjiru', 'Kamau Njeri'), accountNumber: '0180293847561', amount: '45000', city: 'Nakuru' },
  },
  {
    country: 'NG',
    text: 'Subject: RE: Vendor payment\n\nGood afternoon,\n\nAccount name: Chukwuemeka Obinna Eze\nAccount number: 0123456789\nBank: GTBank\nAmount: ₦350,000.00\n\nRegards,\nFunke Adeyemi\nAccounts Dept.',
    fields: { ...named('Chukwuemeka Obinna', 'Eze'), accountNumber: '0123456789', amount: '350000' },
  },
  {
    country: 'SN',
    text: 'Bonjour, je suis Aminata Diop Ndiaye. Merci d’envoyer 150 000 FCFA par Wave au +221 77 123 45 67, Dakar, Sénégal',
    fields: { ...named('Aminata', 'Diop Ndiaye'), accountNumber: '+221771234567', amount: '150000', city: 'Dakar' },
  },
  {
    country: 'CI',
    text: 'Objet : facture n° 2026-118\n\nBénéficiaire : Kouassi Jean-Baptiste Yao\nBanque : Société Générale Côte d’Ivoire\nIBAN : CI93 CI00 8011 1301 1342 9120 0589\nMontant : 2 500 000 F CFA\nVille : Abidjan\nMotif : Travaux de peinture',
    fields: {
      accountNumber: 'CI93CI0080111301134291200589',
      amount: '2500000',
      city: 'Abidjan',
      PaymentReason: 'Travaux de peinture',
    },
  },
  {
    country: 'ZA',
    text: 'FNB cheque acc 62712345678 branch 250655\nThandiwe Nomsa Dlamini\nR12 500,00 pls, ref INV-0098',
    fields: {
      ...named('Thandiwe Nomsa', 'Dlamini'),
      accountNumber: '62712345678',
      accountAgencyNumber: '250655',
      amount: '12500',
      externalReference: 'INV-0098',
    },
  },
  {
    country: 'GH',
    text: 'MoMo: 024 412 3456\nName on account: Kwame Asante Boateng\nGHS 850.00\nAccra, Ghana',
    fields: { ...named('Kwame', 'Asante Boateng'), amount: '850', city: 'Accra' },
  },
  {
    country: 'CM',
    text: 'Svp payez Mme Ngo Bassa Marie-Claire, 75 000 XAF, e-mail mc.ngobassa@yahoo.fr, Douala (Cameroun)',
    fields: { amount: '75000', email: 'mc.ngobassa@yahoo.fr', city: 'Douala' },
  },
]
