import { boardsApi } from '@rodada/contract/boards/board-calls'
import type { Endpoint } from '@rodada/contract/core/endpoint'
import { mcpPath } from '@rodada/contract/integrations/settings'
import { z } from 'zod'
import { commandOf } from './examples.ts'
import { askedOf, calls } from './openapi.ts'
import { plainCalls } from './plain-calls.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** How a program sends its token. */
const withToken = commandOf(boardsApi.list).replace('Bearer …', 'Bearer rdd_…')

/** How an assistant is connected. */
const inClaudeCode = `claude mcp add --transport http rodada https://rodada.exemplo.com.br${mcpPath} --header "Authorization: Bearer rdd_…"`
const inJson = JSON.stringify(
  {
    mcpServers: {
      rodada: { type: 'http', url: `https://rodada.exemplo.com.br${mcpPath}`, headers: { Authorization: 'Bearer rdd_…' } },
    },
  },
  null,
  2,
)

/** A page for people, without script: each call, its input and its answer. */
export function openApiPage(): string {
  const features = [...Map.groupBy(calls, ({ feature }) => feature)]
    .map(([feature, group]) => `<h2>${escapeHtml(feature)}</h2>${group.map(({ call }) => section(call)).join('')}`)
    .join('')
  const plain = plainCalls
    .map(({ method, url, summary }) => `<section>${heading(method, url)}<p>${escapeHtml(summary)}</p></section>`)
    .join('')
  return `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>API · Rodada</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1d1c18;background:#fff}code,pre{font-size:14px}pre{background:#f5f4f1;padding:12px;border-radius:8px;overflow:auto}h3 code{background:#e0f1f7;padding:2px 6px;border-radius:4px}</style></head>
<body><h1>API da Rodada</h1><p>A mesma descrição para programas: <a href="/api/openapi.json">/api/openapi.json</a>. Envie a sessão, ou um token pessoal, como <code>Authorization: Bearer …</code>.</p>
<h2 id="tokens">Tokens pessoais</h2><p>Um programa age em seu nome com um token, que se cria em <a href="/settings?aba=programas">Configurações, Programas</a>: de leitura ou de escrita, em todos os quadros ou nos que você escolher, por até um ano. O que o token não pode responde 403; um quadro que não é dele, 404. Nenhum token cria outro, muda a conta ou administra a Rodada.</p><pre tabindex="0">${escapeHtml(withToken)}</pre>
<h2 id="assistentes">Assistentes (MCP)</h2><p>Um assistente que fala MCP (Model Context Protocol, Streamable HTTP) trabalha com os seus quadros no endereço desta página seguido de <code>${mcpPath}</code> no lugar de <code>/api/docs</code>, com um token pessoal. Com um token de leitura, ele só vê; com um de escrita, também cria, muda e move cartões, comenta, planeja sprints e abre estimativas. Não exclui, arquiva nem encerra nada, e nunca vê votos lacrados. Dê a ele só os quadros de que precisa: textos de cartões são de quem os escreveu, e um assistente pode tomá-los por instruções.</p><p>No Claude Code:</p><pre tabindex="0">${escapeHtml(inClaudeCode)}</pre><p>Em outros, no arquivo de servidores MCP (o nome dos campos varia):</p><pre tabindex="0">${escapeHtml(inJson)}</pre>${features}<h2>sem JSON</h2>${plain}</body></html>`
}

const heading = (method: string, url: string) => `<h3><code>${method} /api${escapeHtml(url)}</code></h3>`

function section(call: Endpoint): string {
  const block = (title: string, schema: z.ZodType, io: 'input' | 'output') =>
    `<details><summary>${title}</summary><pre tabindex="0">${escapeHtml(JSON.stringify(z.toJSONSchema(schema, { io, unrepresentable: 'any' }), null, 2))}</pre></details>`
  return `<section>${heading(call.method, call.url)}<p>${escapeHtml(call.summary)}${askedOf(call) && ` · ${askedOf(call)}`}</p><pre tabindex="0">${escapeHtml(commandOf(call))}</pre>${
    call.query ? block('Consulta', call.query, 'output') : ''
  }${call.body ? block('Corpo', call.body, 'input') : ''}${block('Resposta', call.reply, 'output')}</section>`
}
