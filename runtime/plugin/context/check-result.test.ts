import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { checkResult } from './check-result.ts';

const page = z.object({
  content: z.array(z.object({ name: z.string().min(1) })),
  count: z.int(),
});

function watched() {
  const told: unknown[] = [];
  return { told, log: { error: (facts: unknown) => void told.push(facts) } };
}

describe('one bad row keeps nobody from a list', () => {
  test('it is left out and logged, and the others are stripped as ever', async () => {
    const { told, log } = watched();
    const answered = {
      content: [{ name: 'a', secret: 1 }, { name: '' }, { name: 7 }, { name: 'b' }],
      count: 4,
    };
    expect(await checkResult(page, answered, log)).toEqual({
      content: [{ name: 'a' }, { name: 'b' }],
      count: 4,
    });
    expect(told).toMatchObject([{ rows: [1, 2] }]);
  });

  test('whatever else is wrong is a failure of the call', async () => {
    const { told, log } = watched();
    for (const answered of [{ content: [], count: 'x' }, { content: 'x', count: 0 }, { count: 0 }, null])
      await expect(checkResult(page, answered, log)).rejects.toBeInstanceOf(z.ZodError);
    expect(told).toEqual([]);
  });
});
