import { connect } from 'node:net'

/** Sends bytes as they are and gives back all that comes until the server closes: for what no HTTP client would send. */
export function sendRaw(url: string, lines: readonly string[], body = ''): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`))
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (piece) => {
      text += piece
    })
    socket.on('close', () => resolve(text))
    socket.on('error', reject)
  })
}
