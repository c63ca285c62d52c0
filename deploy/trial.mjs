/**
 * What compose.trial.yaml has before the app: passes on to 127.0.0.1:3000, beside it in one network, whatever comes to port 8080, and loads the
 * sample data. Only for a look: people sign in by name alone.
 */
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const app = { host: '127.0.0.1', port: Number(process.env.APP_PORT ?? 3000) }
const url = `http://localhost:${app.port}`

const server = createServer((client) => {
  const inside = connect(app)
  client.pipe(inside).pipe(client)
  client.on('error', () => inside.destroy())
  inside.on('error', () => client.destroy())
})
server.listen(Number(process.env.FRONT_PORT ?? 8080))
process.once('SIGTERM', () => process.exit(0))

while (!(await isReady())) await pause(200)
const headers = { 'content-type': 'application/json' }
const session = await fetch(`${url}/api/session`, { method: 'POST', headers, body: '{"name":"Sample data"}' })
const cookie = session.headers
  .getSetCookie()
  .map((line) => line.split(';')[0])
  .join('; ')
const loaded = await fetch(`${url}/api/sample-data`, { method: 'POST', headers: { cookie } })
const hint = 'Open http://localhost:3000 and sign in under any name.'
process.stdout.write(loaded.ok ? `${hint}\n` : `There are no sample data: ${loaded.status}\n`)

async function isReady() {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}
