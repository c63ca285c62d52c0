import type { StatedOutcome } from '#shared/api/outcome.ts'
import { folded } from '#shared/banks/folded.ts'

/** The meaning of a word in the file: an outcome, or that its rows are left out. */
export type WordMeaning = StatedOutcome | 'leave'

export const wordMeanings = ['paid', 'refused', 'leave'] as const

/** The usual meaning of a word in the file, for a person to confirm; undefined where they must choose. */
export function usualMeaning(word: string): WordMeaning | undefined {
  const key = folded(word)
  return wordMeanings.find((meaning) => usual[meaning].has(key))
}

const usual: Readonly<Record<WordMeaning, ReadonlySet<string>>> = {
  paid: words(`paid, success, successful, succeeded, complete, completed, done, settled, credited, executed, delivered, ok,
    pagado, pagada, exitoso, exitosa, completado, completada, acreditado, acreditada, abonado, abonada, liquidado, liquidada, ejecutado, ejecutada,
    pago, paga, sucesso, concluído, concluída, creditado, creditada, efetuado, efetuada, efetivado, executado,
    payé, payée, réussi, réussie, succès, effectué, effectuée, exécuté, exécutée, terminé, crédité, créditée, réglé, réglée`),
  refused:
    words(`refused, rejected, failed, failure, declined, denied, returned, bounced, cancelled, canceled, reversed, error,
    rechazado, rechazada, fallido, fallida, fallado, devuelto, devuelta, denegado, denegada, cancelado, cancelada, anulado, anulada,
    recusado, recusada, rejeitado, rejeitada, falhou, falha, falhado, devolvido, devolvida, negado, negada, estornado, erro,
    refusé, refusée, rejeté, rejetée, échec, échoué, échouée, retourné, retournée, annulé, annulée, erreur`),
  leave:
    words(`pending, processing, in progress, in process, queued, sent, created, scheduled, pendiente, en proceso, procesando, enviado, creado,
    programado, pendente, em processamento, processando, em andamento, criado, agendado, en attente, en cours, en traitement, envoyé, créé, planifié`),
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(',').map(folded))
}
