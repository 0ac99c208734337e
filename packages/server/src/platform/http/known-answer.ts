/** Whether a client says by `If-None-Match` that it has what the tag stands for; a weak tag will do for a whole file (RFC 9110, 13.1.2). */
export const isKnown = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
