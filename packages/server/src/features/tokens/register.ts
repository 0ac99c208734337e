import type { Registry } from '../../platform/feature.ts'
import { tokenRoutes } from './routes.ts'

/** Personal tokens, with which programs act for people. How a token is recognised, the sign-in feature knows. */
export function registerTokens({ deps, route }: Registry): void {
  tokenRoutes(route, deps)
}
