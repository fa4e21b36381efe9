import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { createProcessorShare } from './processor-share.ts';

const LIMITS = { processorShare: 0.5, processorBurstMs: 3_000, processorStartMs: 10_000 };

test('whatever it does and however many cores there are, it gets its burst and its share and no more', () => {
  const moment = fc.record({
    passed: fc.integer({ min: 1, max: 1_000 }),
    cores: fc.double({ min: 0, max: 64, noNaN: true }),
  });
  fc.assert(
    fc.property(fc.array(moment, { maxLength: 200 }), (moments) => {
      const share = createProcessorShare(LIMITS);
      share.started();
      let worked = 0;
      let passed = 0;
      let overshoot = 0;
      for (const one of moments) {
        worked += one.passed * one.cores;
        passed += one.passed;
        overshoot = Math.max(overshoot, one.passed * one.cores);
        const pause = share.took(one.passed * one.cores, one.passed);
        passed += pause;
        if (pause > 0) expect(share.took(0, pause)).toBeLessThan(1e-6);
        expect(worked).toBeLessThanOrEqual(
          LIMITS.processorBurstMs + overshoot + passed * LIMITS.processorShare + 1e-3,
        );
      }
    }),
  );
});

test('within its share it is never paused', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 10_000 }), { maxLength: 100 }), (times) => {
      const share = createProcessorShare(LIMITS);
      for (const passed of times) expect(share.took(passed * LIMITS.processorShare, passed)).toBe(0);
      expect(share.isRested()).toBe(true);
    }),
  );
});

test('a start may take more than a burst, and what it leaves over is not kept', () => {
  const share = createProcessorShare(LIMITS);
  expect(share.took(8_000, 1_000)).toBe(0);
  share.started();
  expect(share.isRested()).toBe(false);
  expect(share.took(4_000, 1_000)).toBe(2_000);
  const other = createProcessorShare(LIMITS);
  other.started();
  expect(other.took(3_500, 1_000)).toBe(0);
  expect(other.took(1, 0)).toBeGreaterThan(0);
});
