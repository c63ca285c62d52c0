/** One @ between a name and a domain with a dot; what mail servers take beyond that is theirs to say. */
export const emailPattern = /^[^\s@"]+@[^\s@.]+(?:\.[^\s@.]+)+$/u
