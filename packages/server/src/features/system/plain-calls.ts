/** A call that is not a JSON call of a person's program, so the contract has no endpoint for it. */
export type PlainCall = {
  /** Its name in the description, after that of its feature. */
  name: string
  method: 'GET' | 'POST'
  /** Below `/api`, in the contract's notation. */
  url: string
  tag: string
  summary: string
  headers?: readonly string[]
  /** The media types of a body, where it has one. */
  body?: readonly string[]
  reply: { status: number; description: string }
  /** With which other statuses it answers. */
  errors: readonly number[]
}

/** Calls of browsers, GitHub and monitors to addresses that they were given; of pages that only lead on to another, none. */
export const plainCalls: readonly PlainCall[] = [
  {
    name: 'receive',
    method: 'POST',
    url: '/github/webhook/:id',
    tag: 'github',
    summary: 'Eventos de issues e pull requests, enviados e assinados pelo GitHub',
    headers: ['X-GitHub-Event', 'X-GitHub-Delivery', 'X-Hub-Signature-256'],
    body: ['application/json', 'application/x-www-form-urlencoded'],
    reply: { status: 200, description: 'Recebido' },
    errors: [400, 401, 404, 413, 415, 421, 429, 503],
  },
  {
    name: 'picture',
    method: 'GET',
    url: '/avatars/:name',
    tag: 'avatar',
    summary: 'Foto que uma pessoa enviou',
    reply: { status: 200, description: 'A foto, em image/webp' },
    errors: [404, 421, 503],
  },
  {
    name: 'metrics',
    method: 'GET',
    url: '/metrics',
    tag: 'system',
    summary: 'Medidas para o Prometheus; só para a própria máquina, ou com METRICS_TOKEN como Bearer',
    reply: { status: 200, description: 'As medidas, em texto' },
    errors: [404, 421, 503],
  },
]
