/** Enough of an address to recognise it, which lets nobody write there: the host and the last characters. */
export const maskedUrl = (url: string): string => `${new URL(url).host}/…${url.slice(-4)}`
