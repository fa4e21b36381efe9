export { aggregatorName } from './aggregator/aggregator-name.ts';
export { type Replay, replayJournals } from './aggregator/replay.ts';
export { createRefusalPages } from './answers/refusal-page.ts';
export {
  type OwnAccount,
  readAccounts,
  type StandingDifference,
  standingDifferences,
  type VisitAccounts,
} from './facts/accounts.ts';
export { readLinkPlugins, removeLinksOf } from './facts/link-plugins.ts';
export { createVisitAccess, type VisitAccessOptions, type VisitFacts } from './facts/visit-access.ts';
export {
  createVisitPath,
  type VisitPath,
  type VisitPathOptions,
  type VisitReadiness,
} from './path/visit-path.ts';
export { ensureVisitCollections, UNACCOUNTED_VISITS } from './store/collections.ts';
export { createOwnChanges } from './store/own-changes.ts';
