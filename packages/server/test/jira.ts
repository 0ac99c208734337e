import { day } from './sprints.ts'

/** Issues of one project as Jira exports them, small and made up, with one of everything that its exports have. */

const person = (accountId: string, displayName: string, emailAddress?: string) => ({ accountId, displayName, emailAddress, active: true })
export const jiraPeople = { bia: person('712020:bia', 'Bia Nogueira'), jonas: person('712020:jonas', 'Jonas Dev') }
const { bia, jonas } = jiraPeople

const status = (id: string, name: string, key: string) => ({ id, name, statusCategory: { id: 1, key, name: key } })
const [toDo, doing, done] = [status('1', 'Backlog', 'new'), status('3', 'Codando', 'indeterminate'), status('5', 'No ar', 'done')]

const words = (...content: object[]) => ({ type: 'doc', version: 1, content })
const said = (text: string, ...marks: object[]) => ({ type: 'text', text, ...(marks.length > 0 && { marks }) })
const line = (...content: object[]) => ({ type: 'paragraph', content })

const issue = (number: number, summary: string, fields: object, more: object = {}) => ({
  ...{ id: String(10_000 + number), key: `PAG-${number}`, self: `https://acme.atlassian.net/rest/api/3/issue/${10_000 + number}` },
  fields: {
    ...{ summary, status: toDo, issuetype: { name: 'Story', subtask: false }, priority: { name: 'Medium' }, labels: [], components: [] },
    ...{ project: { id: '1', key: 'PAG', name: 'Pagamentos' }, created: '2026-02-01T09:00:00.000-0300', creator: bia, description: null },
    ...{ comment: { comments: [], total: 0 }, attachment: [], issuelinks: [], votes: { votes: 0 }, worklog: { total: 0 }, ...fields },
  },
  ...more,
})
const change = (id: string, created: string, from: object & { id: string; name: string }, to: { id: string; name: string }) => ({
  ...{ id, created, author: jonas },
  items: [
    { field: 'assignee', from: null, to: bia.accountId },
    { field: 'status', fieldtype: 'jira', fieldId: 'status', from: from.id, fromString: from.name, to: to.id, toString: to.name },
  ],
})

/** What the API answers to a search, with the names of fields and the changes. */
export function jiraSearch() {
  const sprint = { id: 7, name: 'Sprint 7', state: 'closed', boardId: 1, startDate: '2026-03-01T12:00:00.000Z' }
  return {
    ...{ expand: 'names,schema', startAt: 0, maxResults: 50, total: 4 },
    issues: [
      issue(
        1,
        'Pagar com Pix',
        {
          ...{ status: done, priority: { name: 'Highest' }, labels: ['urgente'], components: [{ name: 'Checkout' }], assignee: bia },
          ...{ duedate: '2026-03-10', resolutiondate: '2026-03-08T09:00:00.000-0300', timeoriginalestimate: 9000 },
          ...{ parent: { id: '10003', key: 'PAG-3' }, customfield_10016: 5, customfield_10015: '2026-03-01', customfield_10020: [sprint] },
          ...{
            customfield_10019: '0|i0002n:',
            customfield_10050: { value: 'Loja', id: '1' },
            customfield_10051: 12.5,
            customfield_10000: '{}',
          },
          description: words(
            { type: 'heading', attrs: { level: 2 }, content: [said('Como')] },
            line(said('o '), said('Pix', { type: 'strong' }), said(' <script>alert(1)</script>')),
            {
              type: 'bulletList',
              content: [
                { type: 'listItem', content: [line(said('um'))] },
                { type: 'listItem', content: [line(said('dois'))] },
              ],
            },
            { type: 'codeBlock', attrs: { language: 'js' }, content: [said('pagar()')] },
          ),
          comment: {
            total: 2,
            comments: [
              {
                ...{ id: '1', author: bia, created: '2026-03-01T09:00:00.000-0300', updated: '2026-03-01T09:00:00.000-0300' },
                body: words(line(said('Vamos?'))),
              },
              {
                id: '2',
                author: jonas,
                created: '2026-03-02T09:00:00.000-0300',
                updated: '2026-03-02T10:00:00.000-0300',
                body: '=1+1 foi o *Jonas*',
              },
            ],
          },
          attachment: [
            {
              ...{ id: '9', filename: 'tela.png', size: 1234, author: bia, created: '2026-02-02T09:00:00.000-0300' },
              content: 'https://acme.atlassian.net/rest/api/3/attachment/content/9',
            },
            { id: '10', filename: 'mal', author: bia, created: '2026-02-02T09:00:00.000-0300', content: 'javascript:alert(1)' },
          ],
          issuelinks: [{ id: '3', type: { name: 'Blocks' }, outwardIssue: { id: '10002', key: 'PAG-2' } }],
        },
        {
          changelog: {
            ...{ startAt: 0, maxResults: 2, total: 2 },
            histories: [
              change('201', '2026-03-08T09:00:00.000-0300', doing, done),
              change('200', '2026-02-20T09:00:00.000-0300', toDo, doing),
            ],
          },
        },
      ),
      issue(2, '=HYPERLINK("http://mal","clique")', { customfield_10019: '0|i0001n:', worklog: { total: 3 } }),
      issue(3, 'Pagamentos de março', { issuetype: { name: 'Epic' }, customfield_10019: '0|i0000n:' }),
      issue(4, 'Tarefa de fora', { parent: { id: '99', key: 'OUT-1' }, customfield_10019: '0|i0000n:i' }),
    ],
    names: { summary: 'Resumo', customfield_10016: 'Story point estimate', customfield_10050: 'Canal', customfield_10051: 'Valor' },
  }
}

/** Cells as a table has them. */
const row = (cells: readonly string[], sign: string): string =>
  cells.map((cell) => (/["\n,;]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(sign)

/** The same project as a table, in the Portuguese of Jira, with fields of several columns. */
export function jiraTable(sign: ',' | ';' = ',', rows: string[][] = jiraRows()): string {
  const header = [
    ...[
      'Resumo',
      'Chave da item',
      'ID da item',
      'Tipo de item',
      'Status',
      'Chave do projeto',
      'Nome do projeto',
      'Prioridade',
      'Responsável',
    ],
    ...[
      'ID do responsável',
      'Criador',
      'ID do criador',
      'Criado',
      'Resolvido',
      'Data limite',
      'Descrição',
      'Seguidores',
      'Estimativa original',
    ],
    ...[
      'Anexo',
      'Categorias',
      'Categorias',
      'Campo personalizado (Rank)',
      'Sprint',
      'Sprint',
      'Campo personalizado (Story point estimate)',
    ],
    ...['Campo personalizado (Canal)', 'Campo personalizado (Critérios)', 'Comentário', 'Comentário', 'Categoria do status', 'Principal'],
  ]
  return `${[header, ...rows].map((cells) => row(cells, sign)).join('\r\n')}\r\n`
}

export const jiraRows = (): string[][] => [
  [
    ...['Pagar com Pix', 'PAG-1', '10001', 'História', 'Concluído', 'PAG', 'Pagamentos', 'Highest', 'Bia Nogueira', bia.accountId],
    ...['Bia Nogueira', bia.accountId, '01/fev/26 12:30 AM', '08/mar/26 3:15 PM', '10/mar/26 12:00 AM'],
    ...['h2. Como\n\n*Pix* e {{pagar()}}\n* um\n** dois\n{code:js}\nx = "1"\n{code}\n[site|https://exemplo.com]', 'Jonas Dev', '9000'],
    ...['02/fev/26 9:00 AM;712020:bia;tela.png;https://acme.atlassian.net/rest/api/3/attachment/content/9', 'urgente', 'checkout'],
    ...['0|i0002n:', 'Sprint 6', 'Sprint 7', '5.0', 'Loja', '* Um\n* Outro', '01/mar/26 9:00 AM;712020:bia;Vamos?'],
    ...['02/mar/26 9:00 AM;712020:jonas;=1+1; foi o *Jonas*', 'Itens concluídos', '10003'],
  ],
  [
    ...[
      '=HYPERLINK("http://mal";"clique")',
      'PAG-2',
      '10002',
      'Bug',
      'Em revisão',
      'PAG',
      'Pagamentos',
      'Lucas',
      'Jonas Dev',
      jonas.accountId,
    ],
    ...[
      'Bia Nogueira',
      bia.accountId,
      '02/fev/26 12:00 PM',
      '',
      '',
      '<b>oi</b>',
      '',
      '',
      '',
      '',
      '',
      '0|i0001n:',
      '',
      '',
      '',
      '',
      '',
      '',
      '',
    ],
    ...['Itens em andamento', ''],
  ],
  [
    ...[
      'Pagamentos de março',
      'PAG-3',
      '10003',
      'Epic',
      'Tarefas pendentes',
      'PAG',
      'Pagamentos',
      'Medium',
      '',
      '',
      'Bia Nogueira',
      bia.accountId,
    ],
    ...['31/jan/26 12:00 PM', '', 'amanhã', '', '', '', '', '', '', '0|i0000n:', '', '', '', '', '', '', '', 'Itens Pendentes', ''],
  ],
]

/** A day of a sprint, so many days from today, as Jira Cloud writes it; what is done in it is done three hours later. */
const at = (fromToday: number, hour = 12): string => `${day(fromToday)}T${hour}:00:00.000Z`

const printed = (sprint: object): string =>
  `com.atlassian.greenhopper.service.sprint.Sprint@1f39706[${Object.entries(sprint)
    .map(([key, value]) => `${key}=${value ?? '<null>'}`)
    .join(',')}]`

/** Sprints of one project as Jira has them: two that ended, one that lasts, and one to come of which nobody said when. */
const ofCloud = {
  five: {
    ...{ id: 5, name: 'Sprint 5', state: 'closed', boardId: 1, goal: 'Pix no ar' },
    ...{ startDate: at(-40), endDate: at(-27), completeDate: at(-27, 18) },
  },
  six: {
    ...{ id: 6, name: 'Sprint 6', state: 'closed', boardId: 1, goal: '' },
    ...{ startDate: at(-26), endDate: at(-13), completeDate: at(-13, 18) },
  },
  seven: { id: 7, name: 'Sprint 7', state: 'active', boardId: 1, goal: '', startDate: at(-5), endDate: at(8) },
  eight: { id: 8, name: 'Sprint 8', state: 'future', boardId: 1, goal: '' },
}
/** The fifth as an older server prints it. */
const five = printed({
  ...{ id: 5, rapidViewId: 1, state: 'CLOSED', name: 'Sprint 5', goal: 'Pix no ar', startDate: at(-40) },
  ...{ endDate: at(-27), completeDate: at(-27, 18), activatedDate: at(-40), sequence: 5 },
})

/** Issues in these sprints: done in one, carried on to the next, left in the backlog, under way, to come, and in none. */
export function jiraSprints(sprints: Partial<Record<keyof typeof ofCloud, object>> = {}) {
  const { six, seven, eight } = { ...ofCloud, ...sprints }
  const finished = (fromToday: number, began: number) => ({
    changelog: {
      ...{ startAt: 0, maxResults: 2, total: 2 },
      histories: [change(`d${fromToday}`, at(fromToday, 15), doing, done), change(`b${began}`, at(began), toDo, doing)],
    },
  })
  const inSprints = (...all: unknown[]) => ({ created: at(-50), customfield_10020: all, customfield_10016: 3 })
  const over = (fromToday: number) => ({ status: done, resolutiondate: at(fromToday, 15) })
  return {
    ...{ expand: 'names,schema', startAt: 0, maxResults: 50, total: 7 },
    issues: [
      issue(11, 'Feita na 5', { ...inSprints(five), ...over(-30), customfield_10016: 8 }, finished(-30, -33)),
      issue(12, 'Passou da 5 à 6', { ...inSprints(five, six), ...over(-15) }, finished(-15, -20)),
      issue(13, 'Passou da 6 à 7', { ...inSprints(six, seven), status: doing }),
      issue(14, 'Ficou da 6', inSprints(six)),
      issue(15, 'Feita na 7', { ...inSprints(seven), ...over(-2) }, finished(-2, -4)),
      issue(16, 'Para a 8', inSprints(eight)),
      issue(17, 'Sem sprint', { created: at(-50) }),
    ],
    names: { customfield_10016: 'Story point estimate', customfield_10020: 'Sprint' },
  }
}

/** A project with so many sprints, one after another and all ended, each with a card that was done in it. */
export function manyJiraSprints(count: number) {
  const issues = Array.from({ length: count }, (_, index) => {
    const began = -7 * (count - index)
    const sprint = { id: 1000 + index, name: `Sprint ${index}`, state: 'closed', boardId: 1, goal: '' }
    const dates = { startDate: at(began), endDate: at(began + 5), completeDate: at(began + 5, 18) }
    const fields = { created: at(began), customfield_10020: [{ ...sprint, ...dates }], status: done, resolutiondate: at(began + 2, 15) }
    const histories = [change(`d${index}`, at(began + 2, 15), doing, done)]
    return issue(index, `Feita na ${index}`, fields, { changelog: { startAt: 0, maxResults: 1, total: 1, histories } })
  })
  const names = { customfield_10016: 'Story point estimate', customfield_10020: 'Sprint' }
  return { ...{ expand: 'names,schema', startAt: 0, maxResults: 50, total: count }, issues, names }
}
