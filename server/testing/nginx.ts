import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeCertificate } from './certificate.ts'
import { freePort } from './free-port.ts'

/** Debian's nginx with the site that is shipped in deploy/, as an administrator would have it. */
export interface Nginx {
  /** Where it answers over TLS: the servers' PUBLIC_URL. */
  readonly url: string
  /** Where the site for beneficiaries answers, once it is started in front of one: DETAILS_URL. */
  readonly detailsUrl: string
  /** Where it answers in clear. */
  readonly plainUrl: string
  /** Its own, which vouches for itself. */
  readonly certificate: string
  readonly accessLog: () => string
  /** Starts it in front of servers on these ports, and where beneficiaries are asked on those too. */
  start(serverPorts: readonly number[], detailsPorts?: readonly number[]): Promise<void>
  stop(): Promise<void>
}

/** For `describe.runIf`: whether this machine has what the tests behind nginx need. */
export function hasNginx(): boolean {
  return ['nginx', 'openssl'].every((name) => findProgram(name) !== undefined) && existsSync(headersMore)
}

/** Debian's libnginx-mod-http-headers-more-filter, which the site takes. */
const headersMore = '/usr/lib/nginx/modules/ngx_http_headers_more_filter_module.so'

function findProgram(name: string): string | undefined {
  const folders = ['/usr/sbin', '/usr/bin', ...(process.env.PATH ?? '').split(':')]
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}

interface NginxOptions {
  /** As many connections as docs/deploy.md gives one process of nginx; without it, as many as nginx has by itself. */
  readonly connections?: number
  /** Addresses of this machine whose header X-Stranger says in whose place they are: of the server, this machine is one address. */
  readonly strangers?: string
}

/** Makes a folder with certificate and logs; the address is known before the servers start, which need it. */
export async function prepareNginx(options: NginxOptions = {}): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), 'payout-desk-nginx-'))
  const [port, plainPort, detailsPort] = [await freePort(), await freePort(), await freePort()]
  const certificate = makeCertificate(folder)
  let end = async () => {}
  return {
    url: `https://localhost:${port}`,
    detailsUrl: `https://localhost:${detailsPort}`,
    plainUrl: `http://localhost:${plainPort}`,
    certificate,
    accessLog: () => readFileSync(join(folder, 'access.log'), 'utf8'),
    start: async (serverPorts, detailsPorts = []) => {
      const sites = [
        siteOf({ file: 'nginx-site.conf', name: 'payouts', firstPort: 3001, folder, port, plainPort, serverPorts }),
        ...(detailsPorts.length === 0
          ? []
          : [detailsSite({ folder, port: detailsPort, plainPort, serverPorts: detailsPorts })]),
      ]
      writeFileSync(join(folder, 'nginx.conf'), `${around(folder, options)}${sites.join('')}}\n`)
      end = await runNginx(folder)
    },
    stop: async () => {
      await end()
      rmSync(folder, { recursive: true })
    },
  }
}

function detailsSite(site: Pick<Site, 'folder' | 'port' | 'plainPort' | 'serverPorts'>): string {
  return siteOf({ file: 'nginx-details-site.conf', name: 'details', firstPort: 3101, ...site })
}

interface Site {
  readonly file: string
  /** Its host, before .example.com. */
  readonly name: string
  /** That of the first server, which has a second beside it in a comment. */
  readonly firstPort: number
  readonly folder: string
  readonly port: number
  readonly plainPort: number
  readonly serverPorts: readonly number[]
}

/** The file that is shipped, with other ports, paths and names: each of them must be there. */
function siteOf({ file, name, firstPort, folder, port, plainPort, serverPorts }: Site): string {
  const servers = serverPorts.map((server) => `server 127.0.0.1:${server} max_fails=1 fail_timeout=5s;`).join('\n')
  const [first, second] = [firstPort, firstPort + 1].map(
    (number) => `server 127.0.0.1:${number} max_fails=1 fail_timeout=5s;`,
  )
  const changes: readonly (readonly [RegExp | string, string])[] = [
    [/^ *listen \[::\].*\n/gm, ''],
    [/listen 80\b/g, `listen 127.0.0.1:${plainPort}`],
    [/listen 443\b/g, `listen 127.0.0.1:${port}`],
    [`${first}\n  # ${second}`, servers],
    [`/etc/letsencrypt/live/${name}.example.com`, folder],
    [/\/var\/log\/nginx\/payout-desk(?:-details)?\./g, `${folder}/`],
    [/\/var\/www\/html/g, folder],
    [`${name}.example.com`, 'localhost'],
  ]
  return changes.reduce(
    (text, [found, replacement]) => {
      const changed = text.replaceAll(found, replacement)
      if (changed === text) throw new Error(`deploy/${file} has nothing like ${found}`)
      return changed
    },
    readFileSync(`deploy/${file}`, 'utf8'),
  )
}

/** As much of Debian's nginx.conf as concerns a site. */
function around(folder: string, { connections, strangers }: NginxOptions): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/temporary;`)
    .join('\n')
  return `load_module ${headersMore};
daemon off;
worker_processes 1;
pid ${folder}/pid;
error_log ${folder}/start.log notice;
${connections === undefined ? 'events {}' : `events { worker_connections ${connections}; }`}
http {
${strangers === undefined ? '' : `set_real_ip_from ${strangers};\nreal_ip_header X-Stranger;`}
${temporary}
gzip on;
`
}

/** In a shell of its own: it ends when our end of the pipe is closed, also by a kill -9. */
const life = `
  "$1" -p "$2" -c "$2/nginx.conf" -e "$2/start.log" &
  read -r _
  kill -TERM $!
  wait
`

async function runNginx(folder: string): Promise<() => Promise<void>> {
  mkdirSync(join(folder, 'temporary'))
  const shell = spawn('sh', ['-c', life, 'sh', findProgram('nginx') ?? 'nginx', folder], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  let words = ''
  shell.stderr.setEncoding('utf8').on('data', (text) => {
    words += text
  })
  const log = () => (existsSync(join(folder, 'start.log')) ? readFileSync(join(folder, 'start.log'), 'utf8') : '')
  while (!log().includes('start worker process ')) {
    if (log().includes('[emerg]')) throw new Error(`nginx did not start: ${words} ${log()}`)
    await new Promise((tick) => setTimeout(tick, 10))
  }
  const ended = once(shell, 'close')
  return async () => {
    shell.stdin.end()
    await ended
  }
}
