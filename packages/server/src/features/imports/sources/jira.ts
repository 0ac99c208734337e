import type { Reader } from '../model.ts'
import { readJiraCsv } from './jira-csv.ts'
import { readJiraJson } from './jira-json.ts'
import { firstSign } from './json-reader.ts'

/*
 * Issues of Jira: the table of a search (Export, CSV of all fields) or what its API answers to one (`/rest/api/3/search`, with `expand=changelog,names`),
 * which alone has the changes of statuses.
 */

export const readJira: Reader = async (path, sink, options) => {
  const start = await firstSign(path)
  await (start === '{' || start === '[' ? readJiraJson : readJiraCsv)(path, sink, options)
}
