import { PublicBoardScreen } from '../features/public-board/PublicBoardScreen.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'

const PublicReport = lazyPart(async () => (await import('../features/sprints/report/PublicReport.tsx')).PublicReport, {
  texts: ['report', 'sprints', 'work', 'references'],
})

/** What a public link opens: a board, or the report of a sprint. */
export const PublicScreen = () => <PublicBoardScreen Report={PublicReport} />
