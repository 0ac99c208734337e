import type { Redis } from './redis.ts'

/** A part is taken for gone when its process did not renew it for so long: it died. Seconds. */
const keptSeconds = 15

/** In one step, and by the clock of Redis, because those of the processes differ. */
const script = `
local now = tonumber(redis.call('time')[1])
if ARGV[2] == '' then redis.call('hdel', KEYS[1], ARGV[1]) else redis.call('hset', KEYS[1], ARGV[1], now .. ' ' .. ARGV[2]) end
redis.call('expire', KEYS[1], ARGV[3])
local kept = {}
local all = redis.call('hgetall', KEYS[1])
for i = 1, #all, 2 do
  local at, part = string.match(all[i + 1], '^(%d+) (.*)$')
  if tonumber(at) + tonumber(ARGV[3]) < now then redis.call('hdel', KEYS[1], all[i]) else table.insert(kept, part) end
end
return kept`

/** What each process knows a part of, such as who looks at a board: it says its own part, and is answered those of all. */
export type Parts = {
  /**
   * @param part undefined when there is nothing to say any more. It is forgotten by itself 15 seconds after it was last said.
   * @returns every part that is known; without Redis one's own
   * @throws when Redis does not answer
   */
  share: (key: string, part: string | undefined) => Promise<string[]>
}

export const createParts = (redis: Redis | undefined, prefix: string, processId: string): Parts => ({
  share: async (key, part) => {
    if (!redis) return part === undefined ? [] : [part]
    const answer = await redis.client.eval(script, {
      keys: [`${prefix}:parts:${key}`],
      arguments: [processId, part ?? '', String(keptSeconds)],
    })
    return answer as string[]
  },
})
