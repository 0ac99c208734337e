/** Loaded into every server under test before its own code: answers what only the process itself can know. */
export type Vitals = { rss: number; cpuMs: number }

process.on('message', async (question) => {
  if (question === 'memory') {
    // Several turns: a collection frees handles whose memory only the next one gives back.
    for (let turn = 0; turn < 4; turn++) {
      globalThis.gc?.()
      await new Promise((resolve) => setTimeout(resolve, 150))
    }
  }
  const { user, system } = process.cpuUsage()
  process.send?.({ rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 } satisfies Vitals)
})
