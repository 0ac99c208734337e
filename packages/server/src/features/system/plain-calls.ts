/** A call that is not a JSON call of a person's program, so the contract has no endpoint for it. */
export type PlainCall = {
  method: 'GET' | 'POST'
  /** Below `/api`, in the contract's notation. */
  url: string
  tag: string
  summary: string
  query?: readonly string[]
  headers?: readonly string[]
  /** The media types of a body, where it has one. */
  body?: readonly string[]
  reply: { status: number; description: string }
}

/** Calls of browsers, GitHub and monitors to addresses that they were given. */
export const plainCalls: readonly PlainCall[] = [
  {
    method: 'GET',
    url: '/github/callback',
    tag: 'github',
    summary: 'Volta do GitHub depois da autorização; leva o navegador à página de onde saiu',
    query: ['state', 'code', 'error'],
    reply: { status: 302, description: 'De volta à página, com success e github_data, ou error e message, no endereço' },
  },
  {
    method: 'POST',
    url: '/github/webhook/:id',
    tag: 'github',
    summary: 'Eventos de issues e pull requests, enviados e assinados pelo GitHub',
    headers: ['X-GitHub-Event', 'X-GitHub-Delivery', 'X-Hub-Signature-256'],
    body: ['application/json', 'application/x-www-form-urlencoded'],
    reply: { status: 200, description: 'Recebido' },
  },
  {
    method: 'GET',
    url: '/notifications/unsubscribe/:token',
    tag: 'notifications',
    summary: 'Link de cancelamento aberto como página; olhar não muda nada',
    reply: { status: 303, description: 'À página que cancela' },
  },
  {
    method: 'GET',
    url: '/avatars/:name',
    tag: 'avatar',
    summary: 'Foto que uma pessoa enviou',
    reply: { status: 200, description: 'A foto, em image/webp' },
  },
  {
    method: 'GET',
    url: '/metrics',
    tag: 'system',
    summary: 'Medidas para o Prometheus; só para a própria máquina, ou com METRICS_TOKEN como Bearer',
    reply: { status: 200, description: 'As medidas, em texto' },
  },
]
