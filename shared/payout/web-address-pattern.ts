/** The scheme of the web and no gap; the host is read by the URL parser besides. */
export const webAddressPattern = '^[Hh][Tt][Tt][Pp][Ss]?://\\S+$'
