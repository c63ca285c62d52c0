import type { AskedValidation } from '#shared/api/beneficiary.ts'

/**
 * Of the checks of the same details, newest first, the one that counts: what the provider has found stands until it finds something
 * else. What did not run, or only in test mode, says nothing against it, and is shown where there is nothing else.
 */
export function currentValidation(
  checks: readonly AskedValidation[],
  service: AskedValidation['service'],
): AskedValidation | undefined {
  const asked = checks.filter((check) => check.service === service)
  return asked.find(({ ran, testMode }) => ran === true && !testMode) ?? asked[0]
}
