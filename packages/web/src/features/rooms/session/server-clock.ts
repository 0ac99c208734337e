export type ServerClock = {
  /** A message with the server's time came. @returns what is added to this device's time to have the server's, in milliseconds */
  heard: (serverTime: string) => number
  /** A connection is new, and the device may have been asleep: what was known of the difference counts no more. */
  forget: () => void
}

/**
 * How far the server's clock is ahead of this device's. A message that took long makes the server look late, and none makes it look early:
 * of all that were heard the largest difference is the truest.
 */
export function createServerClock(now: () => number = Date.now): ServerClock {
  let ahead = Number.NEGATIVE_INFINITY
  return {
    heard: (serverTime) => {
      ahead = Math.max(ahead, Date.parse(serverTime) - now())
      return ahead
    },
    forget: () => {
      ahead = Number.NEGATIVE_INFINITY
    },
  }
}
