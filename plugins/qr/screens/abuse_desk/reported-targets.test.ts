import { expect, test } from 'bun:test';
import { reportedTargets } from './reported-targets.ts';

test('a report keeps every place that the code led to, a rule’s too: the harm may be behind any of them', () => {
  expect(
    reportedTargets({
      targets: [
        { url: 'https://a.example/' },
        { url: 'https://a.example/' },
        { contact: { name: 'Rita' } },
        { picture: 'p'.repeat(64) },
      ],
      expired_target: 'https://over.example/',
      visit_rules: [
        { kind: 'x.y', parameters: {}, action: { target: 'https://b.example/' } },
        { kind: 'x.y', parameters: {}, action: { refuse: true } },
      ],
    }),
  ).toEqual(['https://a.example/', 'Rita', 'p'.repeat(64), 'https://over.example/', 'https://b.example/']);
});

test('a code from before there were rules has none, and the longest address does not fill the store', () => {
  const targets = Array.from({ length: 80 }, (_, index) => ({
    url: `https://a.example/${index}/${'x'.repeat(2_000)}`,
  }));
  const kept = reportedTargets({ targets } as Parameters<typeof reportedTargets>[0]);
  expect(kept).toHaveLength(50);
  expect(Math.max(...kept.map(({ length }) => length))).toBe(500);
});
