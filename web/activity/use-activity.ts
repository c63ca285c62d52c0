import { activityPageSchema } from '#shared/api/activity.ts'
import { usePages } from '../api/use-pages.ts'

export interface ActivityQuestion {
  readonly person?: string | undefined
  readonly thing?: string | undefined
  readonly action?: string | undefined
  /** Only what has changed something; only what gives or returns power. */
  readonly kind?: 'changes' | 'power' | undefined
  /** Times, ISO 8601. */
  readonly from?: string | undefined
  readonly to?: string | undefined
}

/** The audit log, newest first. */
export function useActivity(question: ActivityQuestion) {
  return usePages(['activity'], '/api/activity', activityPageSchema, { query: { ...question } })
}
