import { expect, test } from 'bun:test';
import { type JournalAccount, standingDifferences, type VisitAccounts } from './accounts.ts';

const look = (answered: number, journalled: number, folded: number, rolled_up: number): VisitAccounts => ({
  journals: [
    { journal: 'j', answered, journalled, folded, rolled_up, unaccounted: 0 } satisfies JournalAccount,
  ],
  unaccounted: 0,
});

test('what is only late is no difference; what stands still is', () => {
  expect(standingDifferences(look(50, 50, 20, 20), look(90, 90, 40, 40))).toEqual([]);
  expect(standingDifferences(look(50, 50, 50, 50), look(90, 90, 50, 50))).toEqual([]);
  expect(standingDifferences(look(50, 50, 20, 20), look(90, 90, 20, 20))).toEqual([
    { journal: 'j', more: 'journalled', less: 'folded', visits: 30 },
  ]);
  expect(standingDifferences(look(70, 50, 50, 50), look(70, 50, 50, 50))).toEqual([
    { journal: 'j', more: 'answered', less: 'journalled', visits: 20 },
  ]);
  expect(standingDifferences(look(50, 50, 50, 49), look(90, 90, 90, 49))).toEqual([
    { journal: 'j', more: 'folded', less: 'rolled_up', visits: 1 },
  ]);
});

test('what was counted more often than it was answered is told when it is seen twice', () => {
  expect(standingDifferences(look(50, 50, 50, 50), look(90, 90, 91, 91))).toEqual([]);
  expect(standingDifferences(look(50, 50, 51, 51), look(90, 90, 91, 91))).toEqual([
    { journal: 'j', more: 'folded', less: 'journalled', visits: 1 },
  ]);
});
