/** What a plugin is held against; each rule is explained in docs/plugins/packages.md. */
export type ConformanceRule =
  | 'manifest'
  | 'words'
  | 'screens'
  | 'shared'
  | 'imports'
  | 'setup'
  | 'areas'
  | 'calls'
  | 'permissions'
  | 'collections'
  | 'services'
  | 'settings'
  | 'jobs'
  | 'events'
  | 'topics'
  | 'hosts'
  | 'hooks'
  | 'points'
  | 'rules'
  | 'answers'
  | 'menu'
  | 'disposal';

/** One thing that is not as it has to be, in English: it is read by authors and operators, not by users. */
export interface ConformanceFault {
  rule: ConformanceRule;
  /** File, key, call or screen that it is about. */
  path: string;
  message: string;
}
