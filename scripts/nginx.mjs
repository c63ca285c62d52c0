import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { canInstall, installPackage } from './run.mjs'

const modules = '/usr/lib/nginx/modules'

/** What the tests of deploy/ need, where it may be, and the packages of Debian that have it. */
const needed = [
  { name: 'nginx', folders: ['/usr/sbin', ...pathFolders()], packageName: 'nginx-light' },
  {
    name: 'ngx_http_headers_more_filter_module.so',
    folders: [modules],
    packageName: 'libnginx-mod-http-headers-more-filter',
  },
  { name: 'openssl', folders: pathFolders(), packageName: 'openssl' },
  { name: 'systemd-analyze', folders: pathFolders(), packageName: 'systemd' },
]

/**
 * Makes sure that there is an nginx to test behind; as root on Debian what lacks is installed.
 * @returns {Promise<boolean>}
 */
export async function prepareNginx() {
  const lacking = needed.filter(({ name, folders }) => !folders.some((folder) => existsSync(join(folder, name))))
  if (lacking.length === 0) return true
  if (!canInstall()) return false
  return installPackage(lacking.map(({ packageName }) => packageName).join(' '))
}

function pathFolders() {
  return (process.env.PATH ?? '').split(delimiter)
}
