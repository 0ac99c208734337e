import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const server = `http://127.0.0.1:${process.env.PORT ?? 3000}`

export default defineConfig({
  plugins: [react()],
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/api': server, '/socket.io': { target: server, ws: true } },
  },
  build: {
    target: 'es2022',
    // The content security policy allows no inline script, and every browser that runs this build preloads modules by itself.
    modulePreload: { polyfill: false },
    // Drawings stay files: they are cached once instead of repeated inside scripts and style sheets.
    assetsInlineLimit: 0,
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.{ts,tsx}'],
    css: false,
  },
})
