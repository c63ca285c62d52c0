import { headOf, UnreadableAnswer } from './api.ts'
import { signInGate, stepUpGate } from './sign-in-gate.ts'

/**
 * Downloads a file of the server by the browser, however large it is. If the server would refuse, such as for a missing proof of identity,
 * that is resolved first on this page.
 */
export async function download(path: string): Promise<void> {
  const link = document.createElement('a')
  link.href = path
  link.download = ''
  await settleRefusal(path)
  link.click()
}

/** The status of a HEAD response alone shows whether to sign in again (401) or to confirm one's identity (403). */
async function settleRefusal(path: string): Promise<void> {
  try {
    await headOf(path)
  } catch (error) {
    const status = error instanceof UnreadableAnswer ? error.status : undefined
    const isSettled = (status === 401 && (await signInGate.ask())) || (status === 403 && (await stepUpGate.ask()))
    if (!isSettled) throw error
  }
}
