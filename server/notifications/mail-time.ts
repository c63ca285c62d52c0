import type { MailTime } from '#shared/api/notifications.ts'

const [minuteMs, hourMs] = [60_000, 60 * 60_000]

/** Even at once, what happens within a minute is one mail. */
const gatheredMs = minuteMs

/** And the next one of the same topic comes no sooner than this. */
const apartMs = 15 * minuteMs

/** When each morning is, where the person is. */
const morning = '08:00'

/** When a mail that something begins now is due: ISO 8601. */
export function dueAt(time: Exclude<MailTime, 'off'>, now: Date, timeZone: string, lastAt: string | null): string {
  const at = now.getTime()
  if (time === 'hourly') return iso((Math.floor(at / hourMs) + 1) * hourMs)
  if (time === 'daily') return nextMorning(at, timeZone)
  return iso(Math.max(at + gatheredMs, lastAt === null ? 0 : Math.min(Date.parse(lastAt), at) + apartMs))
}

/** No time zone is off the hour by less than a quarter of it. */
function nextMorning(at: number, timeZone: string): string {
  const step = 15 * minuteMs
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  let next = (Math.floor(at / step) + 1) * step
  // Where a clock skips that hour, within a day there is another.
  for (let steps = 0; steps < 200 && format.format(next) !== morning; steps += 1) next += step
  return iso(next)
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
