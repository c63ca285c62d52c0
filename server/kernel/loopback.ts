/** Whether a host name or address reaches this machine alone. IPv6 with or without brackets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}

/** An address of this machine by its name: passkeys and cookies belong to names, and people are sent back from elsewhere to this one. */
export function underName(url: string): string {
  return url.replace(/\/\/(127\.[\d.]+|\[::1\])/, '//localhost')
}
