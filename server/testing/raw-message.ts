import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'

/**
 * Sends bytes as they are and gives back all that comes until the server closes: for what no HTTP client would send.
 * @param certificate of a server that speaks https
 */
export function sendRaw(url: string, lines: readonly string[], body = '', certificate = ''): Promise<string> {
  const { protocol, hostname, port } = new URL(url)
  const address = { host: hostname, port: Number(port) }
  return new Promise((resolve, reject) => {
    const socket =
      protocol === 'https:' ? connectTls({ ...address, servername: hostname, ca: certificate }) : connect(address)
    socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`)
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}
