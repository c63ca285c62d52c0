/** The scheme of the web and no gap, as the URL parser alone would also take spaces and line ends; the host is the parser's to read. */
export const webAddressPattern = /^[Hh][Tt][Tt][Pp][Ss]?:[/][/]\S+$/u
