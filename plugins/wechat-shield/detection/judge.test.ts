import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { STATUSES } from '../status/values.ts';
import { judge } from './judge.ts';

const vote = (status: 1 | 2 | 4, counts = true) => ({ status, counts });

test('so many have to agree, and more than say the opposite', () => {
  expect(judge([vote(2)], 1)).toBe(2);
  expect(judge([vote(2)], 2)).toBe(4);
  expect(judge([vote(2), vote(2), vote(1)], 2)).toBe(2);
  expect(judge([vote(2), vote(1)], 1)).toBe(4);
  expect(judge([vote(1), vote(1), vote(2)], 2)).toBe(1);
  expect(judge([], 1)).toBe(4);
});

test('detections that failed, and who is not believed, do not vote', () => {
  expect(judge([vote(2), vote(4), vote(4), vote(4)], 1)).toBe(2);
  expect(judge([vote(2, false), vote(2, false), vote(1)], 1)).toBe(1);
  const zVote = fc.record({ status: fc.constantFrom(...STATUSES), counts: fc.boolean() });
  fc.assert(
    fc.property(fc.array(zVote, { maxLength: 9 }), fc.integer({ min: 1, max: 9 }), (votes, quorum) => {
      const voting = votes.filter(({ status, counts }) => counts && status !== 4);
      expect(judge(votes, quorum)).toBe(judge(voting, quorum));
      if (voting.length < quorum) expect(judge(votes, quorum)).toBe(4);
    }),
  );
});
