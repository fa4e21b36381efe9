import { dueRuns, type InTurn, noteLastDay, putTogether } from '../marks/put-together.ts';
import type { VisitCollections } from '../store/collections.ts';
import { ADDRESS_LINKS, CODE_SUMS, MARKS, type RunSeries } from '../store/marks.ts';
import { writeMergedSums } from '../sums/write-merged.ts';
import type { AggregatorState } from './aggregator-state.ts';

interface Tidied {
  series: RunSeries;
  /** What the last batch knew of it. */
  known(): Parameters<typeof dueRuns>[0] & { revision: number };
  /** Where its rows are not those of marks. */
  write?: Parameters<typeof putTogether>[3];
  /** As of which revision there was nothing more to be done. */
  revision: number;
}

/** Puts runs of each series together where there are many. */
export function createTidying({
  collections,
  state,
  inTurn,
}: {
  collections: Pick<VisitCollections, 'marks' | 'markRuns'>;
  state: AggregatorState;
  inTurn: InTurn;
}) {
  const all: Tidied[] = [
    { series: MARKS, known: () => state.marks, revision: 0 },
    { series: ADDRESS_LINKS, known: () => state.links, revision: 0 },
    { series: CODE_SUMS, known: () => state.sums, write: writeMergedSums, revision: 0 },
  ];
  /** Revision of marks as of which no run of a release before was left. */
  let noted = 0;
  const hasUnnotedRuns = (): boolean =>
    state.marks.revision !== noted && state.marks.runs.some(({ last }) => last === undefined);
  return {
    hasManyRuns: (): boolean =>
      all.some(({ known, revision }) => known().revision !== revision && dueRuns(known()).length > 0) ||
      hasUnnotedRuns(),
    async putRunsTogether(): Promise<boolean> {
      for (const one of all) {
        // What is known of the runs is brought up to date by the next batch.
        const { revision } = one.known();
        if (await putTogether(collections, inTurn, one.series, one.write)) return true;
        one.revision = revision;
      }
      const { revision } = state.marks;
      if (hasUnnotedRuns() && (await noteLastDay(collections, inTurn))) return true;
      noted = revision;
      return false;
    },
  };
}
