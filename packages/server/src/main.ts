/** The entry of the server. Everything else is imported after the cache is there, so that all of it comes from there. */
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// What a start spends most of its time on, reading TypeScript and compiling it, is kept for the next one. Where the
// folder cannot be written, every start is as slow as the first. NODE_COMPILE_CACHE names another, and what this program
// starts, as the one that reads a file of another tool, takes its code from there as well.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '../../../.cache/code')
enableCompileCache(process.env.NODE_COMPILE_CACHE)
const { serve } = await import('./serve.ts')
await serve()
// Now and not at the end: a server that is killed would leave nothing.
flushCompileCache()
