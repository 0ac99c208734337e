/** A project of GitHub as its exports have it, small and made up. */

const url = (number: number) => `https://github.com/acme/loja/issues/${number}`

/** As the command line lists it: `gh project item-list --format json`. */
export const githubList = () => ({
  items: [
    {
      ...{
        id: 'PVTI_lAHOAPEpKM4BIeTNzghZnlg',
        title: 'Pagar com Pix',
        status: 'Done',
        assignees: ['bia', 'jonas'],
        labels: ['urgente', 'bug'],
      },
      ...{ estimate: 5, priority: 'P0', 'start date': '2026-03-01', 'target date': '2026-03-10', canal: 'Loja', valor: 12.5 },
      ...{ sprint: { title: 'Sprint 7', startDate: '2026-03-01', duration: 14 }, milestone: { title: 'v1', dueOn: '', description: '' } },
      ...{ 'linked pull requests': ['https://github.com/acme/loja/pull/9'], repository: 'https://github.com/acme/loja' },
      content: {
        type: 'Issue',
        title: 'Pagar com Pix',
        body: '**Como**\n\n<script>alert(1)</script>',
        number: 1,
        url: url(1),
        repository: 'acme/loja',
      },
    },
    {
      ...{ id: 'PVTI_lAHOAPEpKM4BIeTNzghZoeY', title: '=HYPERLINK("http://mal","clique")', status: 'Todo' },
      content: { type: 'DraftIssue', title: '=HYPERLINK("http://mal","clique")', body: '' },
    },
    { id: 'PVTI_lAHOAPEpKM4BIeTNzghZogM', title: 'Sem status', content: { type: 'Issue', title: 'Sem status', number: 2, url: url(2) } },
  ],
  totalCount: 5,
})

/** The same as GraphQL answers a query for it, with what only it has. */
export const githubAnswer = () => {
  const nodes = (...all: object[]) => ({ nodes: all })
  const bia = { login: 'bia', name: 'Bia Nogueira', email: 'bia@acme.exemplo' }
  const status = (name: string) => ({ __typename: 'ProjectV2ItemFieldSingleSelectValue', name, field: { name: 'Status' } })
  const change = (createdAt: string, previousStatus: string, to: string) => ({
    createdAt,
    previousStatus,
    status: to,
    actor: { login: 'jonas' },
  })
  const issue = (number: number, title: string, more: object = {}) => ({
    ...{
      __typename: 'Issue',
      number,
      title,
      url: url(number),
      body: '',
      state: 'OPEN',
      createdAt: '2026-02-01T12:00:00Z',
      author: bia,
      ...more,
    },
  })
  return {
    data: {
      organization: {
        projectV2: {
          ...{ id: 'PVT_kwHOAPEpKM4BIeTN', title: 'Loja', shortDescription: 'Tudo da loja' },
          items: nodes(
            {
              ...{
                id: 'PVTI_lAHOAPEpKM4BIeTNzghZnlg',
                isArchived: false,
                fieldValues: nodes(status('No ar'), { number: 5, field: { name: 'Estimate' } }),
              },
              content: issue(1, 'Pagar com Pix', {
                ...{
                  state: 'CLOSED',
                  stateReason: 'COMPLETED',
                  closedAt: '2026-03-08T12:00:00Z',
                  assignees: nodes(bia),
                  parent: { url: url(3) },
                },
                ...{ labels: nodes({ name: 'urgente', color: 'd73a4a' }), issueType: { name: 'Bug' } },
                comments: nodes({ id: 'c1', author: { login: 'jonas' }, body: '=1+1 foi o **Jonas**', createdAt: '2026-03-02T12:00:00Z' }),
                timelineItems: nodes(
                  change('2026-02-02T12:00:00Z', '', 'Ideias'),
                  change('2026-02-20T12:00:00Z', 'Ideias', 'In progress'),
                  change('2026-03-08T12:00:00Z', 'In progress', 'No ar'),
                ),
              }),
            },
            {
              id: 'i2',
              isArchived: true,
              updatedAt: '2026-03-01T12:00:00Z',
              fieldValues: nodes(status('Ideias')),
              content: issue(2, 'Guardada'),
            },
            { id: 'i3', fieldValues: nodes(status('Ideias')), content: issue(3, 'Pagamentos') },
          ),
          fields: nodes({
            name: 'Status',
            options: [
              { id: 'a', name: 'Ideias' },
              { id: 'b', name: 'In progress' },
              { id: 'c', name: 'No ar' },
            ],
          }),
        },
      },
    },
  }
}

/** The table of a view of it. */
export const githubView = (titles: readonly string[] = ['Pagar com Pix', 'Outra']): string =>
  [
    ['Title', 'URL', 'Assignees', 'Status', 'Labels', 'Linked pull requests', 'Parent issue', 'Estimate', 'Sprint', 'Prazo', 'Canal'],
    [
      titles[0],
      url(1),
      'bia, jonas',
      'Done',
      'urgente, bug',
      'https://github.com/acme/loja/pull/9',
      'Outra',
      '2.5',
      'Sprint 7',
      'Mar 10, 2026',
      'Loja',
    ],
    ...titles.slice(1).map((title) => [title, '', '', 'Todo', '', '', '', '', '', '', '=1+1']),
  ]
    .map((cells) => cells.join('\t'))
    .join('\n')
