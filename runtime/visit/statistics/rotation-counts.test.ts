import { expect, test } from 'bun:test';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createAggregatorState } from '../aggregator/aggregator-state.ts';
import { FLAG_COUNTED_TARGETS, FLAG_CRAWLER } from '../journal/format.ts';
import { targetKeys } from '../links/compiled-link.ts';
import { visitCollections } from '../store/collections.ts';
import { ensureVisitCollections } from '../store/ensure-collections.ts';
import { countVisits } from '../testing/count-visits.ts';
import { startTestStore } from '../testing/test-store.ts';
import { linkId } from '../testing/write-visits.ts';
import { readRotationCounts } from './rotation-counts.ts';

// An owner is told by these counts that a rotation is at its last target.
test('each target is told with the visits that it was given, in whatever order they stand and be they twice the same', async () => {
  const store = await startTestStore();
  try {
    await ensureVisitCollections(store.database);
    const targets = ['a', 'b', 'a', 'never'].map((name) => ({
      url: `https://${name}.example/`,
      weight: 1,
      threshold: 3,
    }));
    const [a = 0, b = 0, again = 0] = targetKeys(targets);
    await countVisits(
      {
        database: store.database,
        directory: mkdtempSync(join(tmpdir(), 'wp-fold-')),
        state: createAggregatorState(),
      },
      [
        ...[a, a, b, again].map((target) => ({ flags: FLAG_COUNTED_TARGETS, target })),
        { flags: FLAG_COUNTED_TARGETS | FLAG_CRAWLER, target: b },
      ],
    );
    const of = (list: typeof targets) =>
      readRotationCounts(visitCollections(store.database), [
        { id: linkId(1), targets: list },
        { id: linkId(2), targets: list.slice(0, 1) },
      ]);
    expect(await of(targets)).toEqual({ [linkId(1)]: [2, 1, 1, 0], [linkId(2)]: [0] });
    const [one, two, three, four] = targets;
    if (!one || !two || !three || !four) throw new Error('four targets');
    expect((await of([four, two, one]))[linkId(1)]).toEqual([0, 1, 2]);
  } finally {
    await store.stop();
  }
});
