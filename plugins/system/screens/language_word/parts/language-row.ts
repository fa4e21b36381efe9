import type { ResultOf } from '@waypost/contract';
import type { languageInquire } from '@waypost/contract/platform';

/** A language as everybody may know it. */
export type LanguageRow = ResultOf<typeof languageInquire>['content'][number];
