const capMs = 5_000

/** The pause after a failed attempt (1 is the first): exponential with full jitter, at most 5 s. */
export function backoffMs(baseMs: number, attempt: number, random: () => number): number {
  return random() * Math.min(capMs, baseMs * 2 ** (attempt - 1))
}
