import { appendFile } from 'node:fs/promises'
import { Agent, request } from 'undici'
import { orAborted } from '../kernel/or-aborted.ts'
import type { WitnessSettings } from './witness-settings.ts'

/** Sends one line; rejects where it did not arrive, and with the reason of the signal where that came before. */
export type SendLine = (line: string, signal: AbortSignal) => Promise<void>

export function lineSender(settings: WitnessSettings): SendLine {
  return settings.kind === 'file' ? appendTo(settings.path) : postTo(settings.url)
}

/** A disk that hangs, such as one over the network, is asked no second time meanwhile: it would take one thread after the other. */
function appendTo(path: string): SendLine {
  let isHanging = false
  return async (line, signal) => {
    if (isHanging) throw new WitnessError('the disk does not answer')
    isHanging = true
    const appended = appendFile(path, `\n${line}`, { mode: 0o600, flush: true }).finally(() => {
      isHanging = false
    })
    await orAborted(appended, signal)
  }
}

/** Follows no redirect: an answer that is not of success is a failure. */
function postTo(url: string): SendLine {
  return async (line, signal) => {
    const dispatcher = new Agent({ connections: 1, pipelining: 1, maxHeaderSize: 16 * 1024 })
    try {
      const headers = { 'content-type': 'text/plain; charset=utf-8' }
      const sent = request(url, { dispatcher, method: 'POST', headers, body: line, signal })
      const { statusCode } = await orAborted(sent, signal)
      if (statusCode < 200 || statusCode > 299) throw new WitnessError(`it answered ${statusCode}`)
    } finally {
      dispatcher.destroy().catch(() => {})
    }
  }
}

/** Why a line was not witnessed, in words of our own. */
export class WitnessError extends Error {}
